import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FAILOVERS, FailoverTorture } from './failover.js';
import type { TortureReport } from './torture.js';

// The long form is `npm run torture -- failover silence`.
const torture = new FailoverTorture({ seed: 20_260_417, keys: 450, leaseMs: 0, rotating: 1 }, FAILOVERS);
let report: TortureReport;

beforeAll(async () => {
  report = await torture.run();
}, 1_200_000);
afterAll(() => torture.close(), 60_000);

it('a primary that is killed or falls silent and a standby that is promoted leave exactly one effect of every acknowledged key', () => {
  expect({ violations: report.violations, logged: report.violations.length > 0 ? report.logged : '' }).toEqual({
    violations: [],
    logged: '',
  });
  expect(report.faults).toEqual(Object.fromEntries(FAILOVERS.map((failover) => [failover, 1])));
  expect(report.fates.acknowledged).toBeGreaterThan(report.keys * 0.8);
});

it('no answer is 500, and what met the failover is 503', () => {
  expect(report.answers['500']).toBeUndefined();
  expect(report.answers['503']).toBeGreaterThan(0);
});
