import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { noteUseOfKey } from '../support/key-usage.js';
import { School } from '../support/school.js';
import { withFaultAt, type Fault } from '../support/statement-faults.js';
import { useApp } from '../support/use-school.js';
import { pathOf, trailLengths } from './sample.js';
import { samples } from './samples.js';

const MORE_THAN_ANY_WRITE = 200;

const app = useApp();

describe.each(samples.map((one) => [one.operation.name, one] as const))('%s', (_, one) => {
  const { operation, arrange } = one;
  const faults: Fault[] = ['error', 'cut'];
  it.each(faults)('leaves nothing, or everything, when any one of its statements meets: %s', async (fault) => {
    const school = await School.open(app);
    const call = await arrange(school);
    await noteUseOfKey(school);
    const before = await school.digest();
    const idempotencyKey = randomUUID();
    const send = () =>
      school.owner.client.send(operation.method, pathOf(operation, call.params), { body: call.body, idempotencyKey });
    let refusals = 0;
    for (let n = 1; n < MORE_THAN_ANY_WRITE; n += 1) {
      let atCommit: string | undefined;
      const { result, reached } = await withFaultAt(n, fault, send, async () => {
        atCommit = await school.digest();
      });
      // What this attempt or one before it had left is there now.
      if (atCommit !== undefined) expect(atCommit).toBe(before);
      if (!reached) break;
      refusals += 1;
      if (result.status >= 500) {
        expect([result.body.code, result.body.details]).toEqual([
          result.status === 503 ? 'unavailable' : 'internal_error',
          [],
        ]);
        expect(result.text).not.toMatch(/select|division|stack|pg_/i);
      }
      // The answer to a COMMIT may be lost, which takes effect then or a little later: everything is there.
      const mayBeThere = atCommit !== undefined || result.status < 500;
      if (mayBeThere && (await school.digest()) !== before) break;
      expect(result.status).toBeGreaterThanOrEqual(500);
    }
    expect(refusals).toBeGreaterThan(2);

    const last = await send();
    expect([200, operation.status]).toContain(last.status);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([...trailLengths(one), 1]);
  });
});
