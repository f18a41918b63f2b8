import { until } from '../support/until.js';

/**
 * Waits until the service has done what is left. A look that fails is repeated: the service works on the same rows, and
 * one of the two may be the victim of a deadlock. What is still missing in the end is the verdict's to name.
 */
export async function settled(isDone: () => Promise<boolean>, options: Parameters<typeof until>[1]): Promise<void> {
  await until(() => isDone().catch(() => false), options).catch(() => undefined);
}
