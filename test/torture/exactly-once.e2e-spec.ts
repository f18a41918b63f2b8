import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CUTS } from './commit-proxy.js';
import { OPERATIONS, type OperationName } from './operations.js';
import { FAULTS } from './plan.js';
import { PREPARE, TAMPERINGS } from './tampering.js';
import { Torture, type TortureReport } from './torture.js';
import { findViolations, RULES } from './verdict.js';

// The long form is `npm run torture`; its seed makes the same plan again.
const torture = new Torture({ seed: 20_260_602, keys: 300, leaseMs: 0, rotating: 2 });
let report: TortureReport;

beforeAll(async () => {
  report = await torture.run();
}, 1_200_000);
afterAll(() => torture.close(), 60_000);

describe('two processes whose database and connections fail all the time', () => {
  it('leave exactly one effect of every acknowledged key, all or nothing of the others, and deliver every event', () => {
    expect({ violations: report.violations, logged: report.violations.length > 0 ? report.logged : '' }).toEqual({
      violations: [],
      logged: '',
    });
    expect(report.keys).toBeGreaterThanOrEqual(300);
    expect(report.fates.acknowledged).toBeGreaterThan(report.keys * 0.8);
  });

  it('have done every operation, and refused what an earlier key or too few seats left no room for', () => {
    for (const operation of Object.keys(OPERATIONS) as OperationName[]) {
      const { refusal } = OPERATIONS[operation];
      for (const fate of refusal ? ['acknowledged', 'refused'] : ['acknowledged']) {
        const name = `${operation} ${fate}`;
        expect([name, report.operations[name] ?? 0]).not.toEqual([name, 0]);
      }
    }
  });

  it('have met every fault', () => {
    const atProvider = ['cut', 'cut_after', 'error', 'too_many'];
    for (const fault of [...FAULTS, ...CUTS.map((cut) => `cut after COMMIT: ${cut}`), ...atProvider])
      expect([fault, report.faults[fault] ?? 0]).not.toEqual([fault, 0]);
    // Deadlock, serialization failure, lock time-out, ended by an administrator.
    for (const state of ['40P01', '40001', '55P03', '57P01'])
      expect([state, report.sqlStates[state] ?? 0]).not.toEqual([state, 0]);
  });

  it('answered 503 where the outcome of a COMMIT was unknown, whether it had taken effect or not', () => {
    expect(report.unknown.answered503).toBeGreaterThan(0);
    expect(report.unknown.committed).toBeGreaterThan(0);
    expect(report.unknown.committed).toBeLessThan(report.unknown.lost);
  });
});

describe('the verdict', () => {
  it('has a tampering for each of its rules', () => {
    expect(Object.keys(TAMPERINGS).sort()).toEqual(Object.keys(RULES).sort());
  });

  it.each(Object.keys(TAMPERINGS))('names %s', async (rule) => {
    await torture.ground.admin(async (admin) => {
      await admin.query('begin');
      await admin.query(PREPARE);
      await admin.query(TAMPERINGS[rule]);
      const named = (await findViolations(admin)).map((violation) => violation.rule);
      expect(named).toContain(rule);
      await admin.query('rollback');
    });
  });
});
