import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds; fails after a bounded time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { what = condition.toString(), withinMs = 30_000, everyMs = 10 } = {},
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await delay(everyMs);
  }
}
