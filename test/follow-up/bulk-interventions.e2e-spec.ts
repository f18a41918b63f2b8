import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { BulkResult } from '#kernel/operations';
import type { Client } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const body = {
  reason: 'late',
  title: 'Call about the missed deadline',
  channel: 'call',
  dueAt: '2999-01-01T00:00:00Z',
  expectedOutcome: 'A new date is agreed on',
  onRefusal: 'skip',
};

const planAll = (
  client: Client,
  cohortId: string,
  items: object[],
  more: object = {},
  idempotencyKey: string = randomUUID(),
) => client.post(`/cohorts/${cohortId}/bulk-interventions`, { ...body, items, ...more }, { idempotencyKey });

describe('planning many interventions', () => {
  it('takes an owner for all, for each, or both', async () => {
    const cohortId = await school.cohort();
    const [one, two] = [
      await school.enrollment({ cohort_id: cohortId }),
      await school.enrollment({ cohort_id: cohortId }),
    ];
    const admin = await school.person('ADMIN');
    const none = await planAll(school.owner.client, cohortId, [
      { enrollmentId: one, ownerUserId: admin.accountId },
      { enrollmentId: two },
    ]);
    expect([none.status, none.body.details]).toEqual([
      400,
      [{ field: 'items.1.ownerUserId', issue: expect.any(String) }],
    ]);
    const items = [{ enrollmentId: one, ownerUserId: admin.accountId }, { enrollmentId: two }];
    await planAll(school.owner.client, cohortId, items, { ownerUserId: school.owner.accountId });
    const { rows } = await school.rows(
      'select enrollment_id, owner_account_id from interventions where organization_id = $1 order by id',
    );
    expect(rows).toEqual([
      { enrollment_id: one, owner_account_id: admin.accountId },
      { enrollment_id: two, owner_account_id: school.owner.accountId },
    ]);
  });

  it('refuses a deadline in the past as a whole', async () => {
    const cohortId = await school.cohort();
    const items = [{ enrollmentId: await school.enrollment({ cohort_id: cohortId }) }];
    const more = { ownerUserId: school.owner.accountId, dueAt: '2020-01-01T00:00:00Z' };
    const response = await planAll(school.owner.client, cohortId, items, more);
    expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field: 'dueAt' })]]);
  });

  it('does not wait for enrollments that a coach does not reach, nor for the owners named with them', async () => {
    const cohortId = await school.cohort();
    const mine = await school.enrollment({ cohort_id: cohortId });
    const other = await school.enrollment({ cohort_id: cohortId });
    const admin = await school.person('ADMIN');
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: mine });
    const items = [
      { enrollmentId: other, ownerUserId: admin.accountId },
      { enrollmentId: mine, ownerUserId: coach.accountId },
    ];
    const sql = `with locked as (select 1 from members where organization_id = $1 and id = $3 for update)
      select 1 from enrollments where organization_id = $1 and id = $2 and (select count(*) from locked) = 1 for update`;
    await whileHeld(school, { sql, values: [other, admin.memberId] }, async () => {
      const response = await planAll(coach.client, cohortId, items);
      const { results } = response.body.data as BulkResult;
      expect([response.status, results.map(({ code }) => code)]).toEqual([200, ['not_found', null]]);
    });
  });
});
