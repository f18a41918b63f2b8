import { setTimeout as delay } from 'node:timers/promises';

/** Waits until something holds; fails, by its name, after a bounded time. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { withinMs = 120_000, everyMs = 25 } = {},
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await delay(everyMs);
  }
}
