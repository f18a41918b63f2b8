import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange, whileHeld } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

describe('handing over work beside other writes', () => {
  const { school } = useSchool();

  const handOver = (from: Person, to: Person, client = school.owner.client) =>
    client.post(`/members/${from.memberId}/handover`, { toMemberId: to.memberId });
  const member = ({ memberId }: Person) => ({
    sql: 'select 1 from members where organization_id = $1 and id = $2 for update',
    values: [memberId],
  });

  async function coachAtWork() {
    const enrollmentId = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const id = await school.intervention(enrollmentId, { owner_account_id: coach.accountId });
    return { enrollmentId, coach, id };
  }

  async function currentOf({ memberId }: Person): Promise<number> {
    const { rows } = await school.rows<{ count: number }>(
      `select count(*)::integer as count from responsibilities
       where organization_id = $1 and member_id = $2 and ended_at is null`,
      memberId,
    );
    return rows[0].count;
  }

  it('moves everything once when it is made many times at once, to and fro', async () => {
    const { coach, id } = await coachAtWork();
    const successors = [await school.person(), await school.person()];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        if (n % 4 === 3) return handOver(successors[0], successors[1]);
        return handOver(coach, successors[n % 2]);
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const counts = await Promise.all([coach, ...successors].map(currentOf));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { ownerUserId } = (await school.owner.client.get(`/interventions/${id}`)).body.data;
    const holder = [coach, ...successors].find((_, n) => counts[n] === 1);
    expect(ownerUserId).toBe(holder?.accountId);
  });

  it('of two members to each other has no deadlock', async () => {
    const [one, other] = [await coachAtWork(), await coachAtWork()];
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? handOver(one.coach, other.coach) : handOver(other.coach, one.coach),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await currentOf(one.coach)) + (await currentOf(other.coach))).toBe(2);
  });

  it('waits for the detachment of the successor, and is refused then', async () => {
    const { coach } = await coachAtWork();
    const successor = await school.person();
    const detaching = {
      sql: `update members set status = 'detached', detached_at = '2030-01-01T00:00:00Z' where organization_id = $1 and id = $2`,
      values: [successor.memberId],
    };
    const refused = await afterWaitingFor(school, detaching, () => handOver(coach, successor));
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'toMemberId']);
  });

  it('is refused where the caller is demoted meanwhile', async () => {
    const { coach } = await coachAtWork();
    const [admin, successor] = [await school.person('ADMIN'), await school.person()];
    const demoting = {
      sql: `update members set role = 'MEMBER' where organization_id = $1 and id = $2`,
      values: [admin.memberId],
    };
    const refused = await afterWaitingFor(school, demoting, () => handOver(coach, successor, admin.client));
    expect(refused.status).toBe(403);
  });

  it('is refused to an ADMIN where the member becomes an OWNER meanwhile', async () => {
    const [{ coach }, admin, successor] = [
      await coachAtWork(),
      await school.person('ADMIN'),
      await school.person('ADMIN'),
    ];
    const promotion = {
      sql: `update members set role = 'OWNER' where organization_id = $1 and id = $2`,
      values: [coach.memberId],
    };
    const refused = await afterWaitingFor(school, promotion, () => handOver(coach, successor, admin.client));
    expect([refused.status, await currentOf(coach)]).toEqual([403, 1]);
  });

  it('makes a plan for the member wait, which is refused then: nothing is left orphaned', async () => {
    const { coach, enrollmentId, id } = await coachAtWork();
    const successor = await school.person();
    const row = { sql: 'select 1 from interventions where organization_id = $1 and id = $2 for update', values: [id] };
    await whileHeld(school, row, async ({ waiting, release }) => {
      const handing = handOver(coach, successor);
      await waiting(handing);
      const planning = school.owner.client.post(`/enrollments/${enrollmentId}/interventions`, {
        reason: 'late',
        title: 'Call',
        channel: 'call',
        ownerUserId: coach.accountId,
        dueAt: '2999-01-01T00:00:00Z',
        expectedOutcome: 'A date',
      });
      await waiting(handing, planning);
      await release();
      expect([(await handing).status, (await planning).status]).toEqual([200, 400]);
    });
    expect((await school.owner.client.get('/interventions?ownership=orphaned')).body.data.items).toEqual([]);
  });

  it('waits for a closure of an intervention, and leaves the closed one', async () => {
    const { coach, id } = await coachAtWork();
    const successor = await school.person();
    const response = await afterWaitingFor(school, statusChange('interventions', id, 'completed'), () =>
      handOver(coach, successor),
    );
    expect(response.body.data).toMatchObject({ responsibilities: { moved: 1 }, interventions: { moved: 0, left: [] } });
    expect((await school.owner.client.get(`/interventions/${id}`)).body.data.ownerUserId).toBe(coach.accountId);
  });

  it('does not hand over an intervention that is moved to another enrollment meanwhile', async () => {
    const { coach, id } = await coachAtWork();
    const moving = {
      sql: 'update interventions set enrollment_id = $3 where organization_id = $1 and id = $2',
      values: [id, await school.enrollment()],
    };
    const response = await afterWaitingFor(school, moving, async () => handOver(coach, await school.person()));
    expect(response.body.data.interventions).toMatchObject({ moved: 0, left: [{ interventionId: id }] });
  });

  it('counts as remaining an intervention that is moved meanwhile to where the successor may act', async () => {
    const { coach, id } = await coachAtWork();
    const other = await school.enrollment();
    const successor = await school.person('MEMBER', { role: 'coach', enrollmentId: other });
    const moving = {
      sql: 'update interventions set enrollment_id = $3 where organization_id = $1 and id = $2',
      values: [id, other],
    };
    const response = await afterWaitingFor(school, moving, () => handOver(coach, successor));
    expect(response.body.data).toMatchObject({ interventions: { moved: 0, left: [] }, remaining: 1 });
    expect((await handOver(coach, successor)).body.data).toMatchObject({ interventions: { moved: 1 }, remaining: 0 });
  });

  it('does not count as remaining what is closed or given to somebody else meanwhile', async () => {
    const [{ coach, id }, successor] = [await coachAtWork(), await school.person()];
    const giving = {
      sql: 'update interventions set owner_account_id = $3 where organization_id = $1 and id = $2',
      values: [id, school.owner.accountId],
    };
    const response = await afterWaitingFor(school, giving, () => handOver(coach, successor));
    expect(response.body.data).toMatchObject({ interventions: { moved: 0, left: [] }, remaining: 0 });
  });

  const enrollment = (id: string) => ({
    sql: 'select 1 from enrollments where organization_id = $1 and id = $2 for update',
    values: [id],
  });
  const reviewing = ({ memberId }: Person) => ({ memberId, role: 'reviewer', scope: 'organization' });

  it('waits for a transfer with the enrollment, before a member is locked', async () => {
    const { coach, enrollmentId } = await coachAtWork();
    const [successor, admin] = [await school.person(), await school.person('ADMIN')];
    await whileHeld(school, enrollment(enrollmentId), async ({ waiting, release }) => {
      const handing = handOver(coach, successor);
      await waiting(handing);
      for (const person of [coach, successor]) {
        expect((await admin.client.post('/responsibilities', reviewing(person))).status).toBe(201);
      }
      await release();
      expect((await handing).status).toBe(200);
    });
  });

  it('gives the enrollment to which a responsibility was moved while it waited, locked in its turn', async () => {
    const { coach, enrollmentId } = await coachAtWork();
    const [successor, admin] = [await school.person(), await school.person('ADMIN')];
    const to = await school.enrollment();
    const transferring = {
      sql: `with old as (update enrollments set status = 'transferred' where organization_id = $1 and id = $2)
            update responsibilities set enrollment_id = $3 where organization_id = $1 and enrollment_id = $2`,
      values: [enrollmentId, to],
    };
    // Not FOR UPDATE, for which the foreign key would wait.
    const moving = {
      sql: 'select 1 from enrollments where organization_id = $1 and id = $2 for no key update',
      values: [to],
    };
    await whileHeld(school, moving, async (next) => {
      const handing = await whileHeld(school, transferring, async ({ waiting, release }) => {
        const waited = handOver(coach, successor);
        await waiting(waited);
        await release();
        return { waited };
      });
      await next.waiting(handing.waited);
      expect((await admin.client.post('/responsibilities', reviewing(successor))).status).toBe(201);
      await next.release();
      expect((await handing.waited).body.data.responsibilities).toEqual({ moved: 1, alreadyHeld: 0 });
    });
    const { rows } = await school.rows(
      `select enrollment_id from responsibilities
       where organization_id = $1 and member_id = $2 and role = 'coach' and ended_at is null`,
      successor.memberId,
    );
    expect(rows).toEqual([{ enrollment_id: to }]);
  });

  it('locks both members in the order of their ids', async () => {
    const { coach } = await coachAtWork();
    const [successor, admin] = [await school.person(), await school.person('ADMIN')];
    const [first, second] = coach.memberId < successor.memberId ? [coach, successor] : [successor, coach];
    await whileHeld(school, member(first), async ({ waiting, release }) => {
      const handing = handOver(coach, successor);
      await waiting(handing);
      // The second one is not locked yet.
      const assigning = await admin.client.post('/responsibilities', {
        memberId: second.memberId,
        role: 'reviewer',
        scope: 'organization',
      });
      expect(assigning.status).toBe(201);
      await release();
      expect((await handing).status).toBe(200);
    });
  });
});
