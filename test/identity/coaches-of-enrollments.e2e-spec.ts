import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { afterWaitingFor, whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

type Assign = (memberId: string, enrollmentId: string, idempotencyKey?: string) => Promise<Response>;

const assignOne: Assign = (memberId, enrollmentId, idempotencyKey = randomUUID()) =>
  school.owner.client.post(
    '/responsibilities',
    { memberId, role: 'coach', scope: 'enrollment', enrollmentId },
    { idempotencyKey },
  );

const assignMany: Assign = async (memberId, enrollmentId, idempotencyKey = randomUUID()) => {
  const { cohortId } = (await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data;
  const items = [{ enrollmentId }];
  return school.owner.client.post(
    `/cohorts/${cohortId as string}/bulk-responsibilities`,
    { memberId, items },
    { idempotencyKey },
  );
};

describe.each([
  ['assign_responsibility', assignOne, 201],
  ['bulk_assign_coach', assignMany, 200],
])('a coach of an enrollment, by %s', (_, assign, success) => {
  it('waits for a transfer with the enrollment, before the member is locked', async () => {
    const [enrollmentId, { memberId }] = [await school.enrollment(), await school.person()];
    const admin = await school.person('ADMIN');
    const row = {
      sql: 'select 1 from enrollments where organization_id = $1 and id = $2 for update',
      values: [enrollmentId],
    };
    await whileHeld(school, row, async ({ waiting, release }) => {
      const assigning = assign(memberId, enrollmentId);
      await waiting(assigning);
      const beside = { memberId, role: 'reviewer', scope: 'organization' };
      expect((await admin.client.post('/responsibilities', beside)).status).toBe(201);
      await release();
      expect((await assigning).status).toBe(success);
    });
  });

  it('is refused with Retry-After where the enrollment was transferred while the request waited', async () => {
    const [enrollmentId, { memberId }] = [await school.enrollment(), await school.person()];
    const transfer = {
      sql: `update enrollments set status = 'transferred', closed_at = '2020-01-01T00:00:00Z'
            where organization_id = $1 and id = $2`,
      values: [enrollmentId],
    };
    const key = randomUUID();
    const refused = await afterWaitingFor(school, transfer, () => assign(memberId, enrollmentId, key));
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
    expect((await school.trail()).audit).toEqual([]);
    // Who is to see what an enrollment left behind is assigned to it after its transfer.
    expect((await assign(memberId, enrollmentId, key)).status).toBe(success);
  });

  it('is refused with Retry-After where the enrollment was transferred since the request came', async () => {
    const { memberId } = await school.person();
    const enrollmentId = await school.enrollment({
      status: 'transferred',
      closed_at: new Date(Date.now() + 60_000),
    });
    const refused = await assign(memberId, enrollmentId);
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
  });
});
