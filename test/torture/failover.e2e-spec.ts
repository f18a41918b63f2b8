import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FailoverTorture, FAILOVER } from './failover.js';
import type { TortureReport } from './torture.js';

// The long form is `npm run torture -- failover`.
const torture = new FailoverTorture({ seed: 20_260_417, keys: 300, leaseMs: 0, rotating: 1 }, 1);
let report: TortureReport;

beforeAll(async () => {
  report = await torture.run();
}, 300_000);
afterAll(() => torture.close(), 60_000);

it('a primary that is killed and a standby that is promoted leave exactly one effect of every acknowledged key', () => {
  expect({ violations: report.violations, logged: report.violations.length > 0 ? report.logged : '' }).toEqual({
    violations: [],
    logged: '',
  });
  expect(report.faults).toEqual({ [FAILOVER]: 1 });
  expect(report.fates.acknowledged).toBeGreaterThan(report.keys * 0.8);
});

it('no answer is 500, and what met the failover is 503', () => {
  expect(report.answers['500']).toBeUndefined();
  expect(report.answers['503']).toBeGreaterThan(0);
});
