import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import type { School } from '../support/school.js';

/** Configures a cohort as the school's owner. */
export function configureAs(
  school: School,
  cohortId: string,
  body: unknown,
  idempotencyKey: string = randomUUID(),
): Promise<Response> {
  return school.owner.client.patch(`/cohorts/${cohortId}`, body, { idempotencyKey });
}

/** A cohort in which every field has a value, and the second of three phases is the current one. */
export async function fullCohort(school: School): Promise<{ cohortId: string; phases: string[] }> {
  const row = { start_date: '2030-01-15', end_date: '2030-06-30', timezone: 'Europe/Paris', capacity: 20 };
  const cohortId = await school.cohort(row);
  const phases = [await school.phase(cohortId, 1), await school.phase(cohortId, 2), await school.phase(cohortId, 3)];
  await school.rows('update cohorts set current_phase_id = $2 where organization_id = $1', phases[1]);
  return { cohortId, phases };
}

/** Expects a refusal that names the field, and that nothing was written. */
export async function expectRefusal(school: School, cohortId: string, body: object, field: string): Promise<void> {
  const digest = await school.digest();
  const response = await configureAs(school, cohortId, body);
  const { code, details } = response.body as { code: string; details: unknown };
  expect([body, response.status, code]).toEqual([body, 400, 'invalid_request']);
  expect([body, details]).toEqual([body, [{ field, issue: expect.any(String) }]]);
  expect(await school.digest()).toBe(digest);
}
