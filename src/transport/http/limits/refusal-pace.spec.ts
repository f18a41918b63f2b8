import { expect, it } from '@jest/globals';
import { RefusalPace } from './refusal-pace.js';

it('sends the first refusals of a second at once, and the others a second later', async () => {
  const pace = new RefusalPace();
  const started = performance.now();
  const waits = await Promise.all(
    Array.from({ length: 60 }, () => pace.keep().then(() => performance.now() - started)),
  );
  expect(Math.max(...waits.slice(0, 50))).toBeLessThan(990);
  expect(Math.min(...waits.slice(50))).toBeGreaterThanOrEqual(990);
  const again = performance.now();
  await pace.keep();
  expect(performance.now() - again).toBeLessThan(990);
});
