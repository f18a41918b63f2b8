import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const NOTHING = {
  responsibilities: { moved: 0, alreadyHeld: 0 },
  interventions: { moved: 0, left: [] },
  prospects: { moved: 0, kept: 0 },
  remaining: 0,
};

describe('handing over work', () => {
  const { school } = useSchool();

  const handOver = (from: Person, to: Person, body: object = {}, client: Client = school.owner.client) =>
    client.post(`/members/${from.memberId}/handover`, { toMemberId: to.memberId, ...body });
  const own = (owner: Person, enrollmentId: string, row: object = {}) =>
    school.intervention(enrollmentId, { owner_account_id: owner.accountId, ...row });
  const detach = (person: Person) => school.owner.client.delete(`/members/${person.memberId}`);

  async function current({ memberId }: Person) {
    const { body } = await school.owner.client.get(`/responsibilities?memberId=${memberId}&limit=100`);
    const items = body.data.items as { role: string; scope: string; cohortId: string; endedAt: string | null }[];
    return items.filter(({ endedAt }) => endedAt === null);
  }

  /** The new membership of a person who was detached. */
  async function addedAgain(person: Person): Promise<Person> {
    const { rows } = await school.rows<{ email: string }>(
      'select email from accounts where id = $2 and $1::uuid is not null',
      person.accountId,
    );
    const added = await school.owner.client.post('/members', { email: rows[0].email, name: 'Again', role: 'MEMBER' });
    return { ...person, memberId: added.body.data.id as string };
  }

  async function ownerOf(id: string): Promise<string> {
    return (await school.owner.client.get(`/interventions/${id}`)).body.data.ownerUserId as string;
  }

  /** A coach of a cohort and of an enrollment elsewhere, with an intervention on each. */
  async function coachAtWork() {
    const cohortId = await school.cohort();
    const [inCohort, elsewhere] = [await school.enrollment({ cohort_id: cohortId }), await school.enrollment()];
    const roles = [
      { role: 'coach' as const, cohortId },
      { role: 'coach' as const, enrollmentId: elsewhere },
    ];
    const coach = await school.person('MEMBER', ...roles);
    const interventions = [await own(coach, inCohort), await own(coach, elsewhere)];
    return { cohortId, inCohort, elsewhere, coach, interventions };
  }

  it('of an OWNER is for an OWNER only, also after the detachment', async () => {
    const [second, admin, successor] = [
      await school.person('OWNER'),
      await school.person('ADMIN'),
      await school.person('ADMIN'),
    ];
    const intervention = await own(second, await school.enrollment());
    const digest = await school.digest();
    expect((await handOver(second, successor, {}, admin.client)).status).toBe(403);
    expect(await school.digest()).toBe(digest);
    await detach(second);
    expect((await handOver(second, successor, {}, admin.client)).status).toBe(403);
    expect((await handOver(second, successor)).status).toBe(200);
    expect(await ownerOf(intervention)).toBe(successor.accountId);
  });

  it('of an OWNER is replayed to an OWNER only', async () => {
    const [second, admin, successor] = [
      await school.person('OWNER'),
      await school.person('ADMIN'),
      await school.person('ADMIN'),
    ];
    const send = ({ client }: Person) =>
      client.post(
        `/members/${second.memberId}/handover`,
        { toMemberId: successor.memberId },
        { idempotencyKey: 'handover-1' },
      );
    const statuses = [await send(school.owner), await send(admin), await send(school.owner)];
    expect(statuses.map(({ status, body }) => [status, body.replayed as unknown])).toEqual([
      [200, false],
      [403, undefined],
      [200, true],
    ]);
  });

  it('is refused to a successor who can do none of it, and changes nothing', async () => {
    const admin = await school.person('ADMIN');
    const intervention = await own(admin, await school.enrollment());
    const { coach } = await coachAtWork();
    const [nobody, former] = [await school.person(), await school.person('MEMBER', { role: 'coach', ended: true })];
    const digest = await school.digest();
    for (const [from, to, body] of [
      [admin, nobody, {}],
      [admin, former, {}],
      [coach, nobody, { responsibilities: false }],
    ] as const) {
      const { status, body: answer } = await handOver(from, to, body);
      expect([status, (answer as { details: { field: string }[] }).details[0].field]).toEqual([400, 'toMemberId']);
    }
    expect(await school.digest()).toBe(digest);
    expect((await handOver(admin, await school.person('ADMIN'))).status).toBe(200);
    expect(await ownerOf(intervention)).not.toBe(admin.accountId);
  });

  it('gives responsibilities and planned interventions to the successor', async () => {
    const { coach, interventions, inCohort } = await coachAtWork();
    const closed = await own(coach, inCohort, { status: 'completed' });
    const held = await current(coach);
    const successor = await school.person();
    const response = await handOver(coach, successor);
    expect([response.status, response.body.data]).toEqual([
      200,
      {
        fromMemberId: coach.memberId,
        toMemberId: successor.memberId,
        responsibilities: { moved: 2, alreadyHeld: 0 },
        interventions: { moved: 2, left: [] },
        prospects: { moved: 0, kept: 0 },
        remaining: 0,
      },
    ]);
    expect(await current(coach)).toEqual([]);
    const given = await current(successor);
    const covers = (rows: typeof held) => rows.map(({ role, scope, cohortId }) => [role, scope, cohortId]).sort();
    expect(covers(given)).toEqual(covers(held));
    for (const id of interventions) expect(await ownerOf(id)).toBe(successor.accountId);
    expect(await ownerOf(closed)).toBe(coach.accountId);
    const queue = await successor.client.get('/work-queue?include=upcoming');
    expect(queue.body.data.items).toHaveLength(2);
  });

  it('of a detached member gives what ended with the detachment, and leaves nothing orphaned', async () => {
    const { coach, interventions } = await coachAtWork();
    await school.assign(coach.memberId, { role: 'reviewer', ended: true });
    await detach(coach);
    const successor = await school.person();
    expect((await handOver(coach, successor)).body.data).toMatchObject({
      responsibilities: { moved: 2, alreadyHeld: 0 },
      interventions: { moved: 2, left: [] },
    });
    for (const id of interventions) expect(await ownerOf(id)).toBe(successor.accountId);
    expect((await school.owner.client.get('/interventions?ownership=orphaned')).body.data.items).toEqual([]);
    expect((await handOver(coach, successor)).body.data).toMatchObject({
      ...NOTHING,
      responsibilities: { moved: 0, alreadyHeld: 2 },
    });
  });

  it('to a person who was detached and added again restores the responsibilities', async () => {
    const { coach, interventions } = await coachAtWork();
    await detach(coach);
    const again = await addedAgain(coach);
    expect((await handOver(coach, again)).body.data).toMatchObject({
      responsibilities: { moved: 2 },
      interventions: { moved: 0, left: [] },
    });
    for (const id of interventions) expect(await ownerOf(id)).toBe(coach.accountId);
    expect((await school.owner.client.get('/interventions?ownership=orphaned')).body.data.items).toEqual([]);
  });

  it('takes no intervention of an account that is active again as another member', async () => {
    const { coach, interventions } = await coachAtWork();
    await detach(coach);
    const again = await addedAgain(coach);
    const preview = await school.owner.client.get(`/members/${coach.memberId}/handover-preview`);
    expect(preview.body.data).toMatchObject({ responsibilities: 2, interventions: 0, overdueInterventions: 0 });
    const successor = await school.person();
    expect((await handOver(coach, successor)).body.data).toMatchObject({
      responsibilities: { moved: 2 },
      interventions: { moved: 0, left: [] },
      remaining: 0,
    });
    for (const id of interventions) expect(await ownerOf(id)).toBe(coach.accountId);
    // They are the work of the new membership.
    expect((await handOver(again, successor)).body.data).toMatchObject({
      responsibilities: { moved: 0 },
      interventions: { moved: 2, left: [] },
    });
  });

  describe('where an enrollment was transferred', () => {
    async function transferred(enrollmentId: string): Promise<string> {
      const request = { toCohortId: await school.cohort(), reason: 'Moved' };
      const { body } = await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, request);
      return body.data.to.id as string;
    }
    async function coachedBy({ memberId }: Person): Promise<string[]> {
      const { rows } = await school.rows<{ enrollment_id: string }>(
        `select enrollment_id from responsibilities
         where organization_id = $1 and member_id = $2 and ended_at is null and enrollment_id is not null`,
        memberId,
      );
      return rows.map(({ enrollment_id }) => enrollment_id);
    }

    it('after the coach was detached, gives the enrollment with which it goes on', async () => {
      const { coach, elsewhere, interventions } = await coachAtWork();
      await detach(coach);
      const last = await transferred(await transferred(elsewhere));
      const successor = await school.person();
      expect((await handOver(coach, successor)).body.data).toMatchObject({
        responsibilities: { moved: 2, alreadyHeld: 0 },
        interventions: { moved: 2, left: [] },
      });
      expect(await coachedBy(successor)).toEqual([last]);
      expect(await ownerOf(interventions[1])).toBe(successor.accountId);
      expect((await handOver(coach, successor)).body.data.responsibilities).toEqual({ moved: 0, alreadyHeld: 2 });
    });

    it('gives the old enrollment to which the coach was assigned after the transfer', async () => {
      const old = await school.enrollment();
      await transferred(old);
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: old });
      const [first, second] = [await school.person(), await school.person()];
      await handOver(coach, first);
      expect(await coachedBy(first)).toEqual([old]);
      await detach(first);
      await handOver(first, second);
      expect(await coachedBy(second)).toEqual([old]);
    });
  });

  it('only ends what the successor has already, and gives once what the member had twice', async () => {
    const { coach, cohortId } = await coachAtWork();
    await school.assign(coach.memberId, { role: 'reviewer' });
    await school.assign(coach.memberId, { role: 'reviewer' });
    const successor = await school.person('MEMBER', { role: 'coach', cohortId });
    expect((await handOver(coach, successor)).body.data.responsibilities).toEqual({ moved: 2, alreadyHeld: 2 });
    expect(await current(coach)).toEqual([]);
    expect((await current(successor)).map(({ role, scope }) => `${role} ${scope}`).sort()).toEqual([
      'coach cohort',
      'coach enrollment',
      'reviewer organization',
    ]);
  });

  it('leaves and lists interventions on which the successor may not act afterwards', async () => {
    const { coach, interventions, inCohort } = await coachAtWork();
    const { memberId } = coach;
    const successor = await school.person('MEMBER', { role: 'coach', enrollmentId: inCohort });
    const { interventions: result } = (await handOver(coach, successor, { responsibilities: false })).body.data;
    expect(result).toEqual({
      moved: 1,
      left: [{ interventionId: interventions[1], issue: 'The successor has no access to the enrollment.' }],
    });
    expect(await ownerOf(interventions[1])).toBe(coach.accountId);
    expect((await school.owner.client.get(`/members/${memberId}/handover-preview`)).body.data).toMatchObject({
      responsibilities: 2,
      interventions: 1,
    });
  });

  it('hands over only what is asked for', async () => {
    const { coach, interventions } = await coachAtWork();
    const successor = await school.person();
    const nothing = await handOver(coach, successor, { responsibilities: false, interventions: false });
    expect([nothing.status, nothing.body.data]).toMatchObject([200, NOTHING]);
    const roles = await handOver(coach, successor, { interventions: false });
    expect(roles.body.data).toMatchObject({ responsibilities: { moved: 2 }, interventions: { moved: 0, left: [] } });
    expect(await ownerOf(interventions[0])).toBe(coach.accountId);
  });

  it('leaves the entries and events that single calls would have left, and one entry of its own', async () => {
    const single = await coachAtWork();
    const [admin, successor] = [await school.person('ADMIN'), await school.person()];
    const { coach } = single;
    await handOver(coach, successor, { interventions: false });
    const bulk = await school.trail();
    expect(bulk.audit.map(({ action, target_id }) => [action, target_id === coach.memberId])).toEqual([
      ['member.handed_over', true],
      ['responsibility.ended', false],
      ['responsibility.ended', false],
      ['responsibility.assigned', false],
      ['responsibility.assigned', false],
    ]);
    expect(bulk.audit[0].changes).toEqual({
      toMemberId: successor.memberId,
      responsibilities: { moved: 2, alreadyHeld: 0 },
      interventions: { moved: 0, left: 0 },
      prospects: { moved: 0, kept: 0 },
      remaining: 0,
    });
    expect(new Set(bulk.audit.map((entry) => entry.correlation_id)).size).toBe(1);
    // The same by hand, back again.
    const { rows } = await school.rows<{ id: string }>(
      'select id from responsibilities where organization_id = $1 and member_id = $2 order by id',
      successor.memberId,
    );
    await school.owner.client.post(`/responsibilities/${rows[0].id}/end`);
    const byHand = (await school.trail()).events.at(-1)?.data as object;
    expect(Object.keys(byHand).sort()).toEqual(Object.keys(bulk.events[0].data as object).sort());
    const [id] = single.interventions;
    await handOver(coach, admin, { responsibilities: false });
    const moved = (await school.trail()).events.find(({ name }) => name === 'intervention.updated');
    expect(moved?.data).toMatchObject({ previousOwnerUserId: coach.accountId, fields: ['ownerUserId'] });
    await school.owner.client.patch(`/interventions/${id}`, { ownerUserId: school.owner.accountId });
    const patched = (await school.trail()).events.at(-1)?.data as object;
    expect(Object.keys(patched).sort()).toEqual(Object.keys(moved?.data as object).sort());
  });

  it('refuses a successor who is detached, an account or the member itself', async () => {
    const { coach } = await coachAtWork();
    const detached = await school.person();
    await detach(detached);
    const digest = await school.digest();
    for (const toMemberId of [coach.memberId, coach.accountId, detached.memberId]) {
      const refused = await handOver(coach, coach, { toMemberId });
      expect([toMemberId, refused.status, refused.body.details[0].field]).toEqual([toMemberId, 400, 'toMemberId']);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('refuses a successor who would have more than 100 current responsibilities', async () => {
    const { coach } = await coachAtWork();
    const successor = await school.person();
    for (let n = 0; n < 99; n += 1) await school.assign(successor.memberId, { role: 'reviewer' });
    const digest = await school.digest();
    expect((await handOver(coach, successor)).status).toBe(409);
    expect(await school.digest()).toBe(digest);
    expect((await handOver(coach, successor, { responsibilities: false })).status).toBe(200);
  });

  it('takes at most 1,000 interventions a request, and the rest with another key', async () => {
    const coach = await school.person();
    const admin = await school.person('ADMIN');
    const enrollmentId = await school.enrollment();
    await own(coach, enrollmentId);
    await school.rows(
      `insert into interventions (organization_id, id, enrollment_id, reason, title, channel, owner_account_id, due_at,
                                  expected_outcome, status, planned_by, planned_at)
       select organization_id, gen_random_uuid(), enrollment_id, reason, title, channel, owner_account_id, due_at,
              expected_outcome, status, planned_by, planned_at
       from interventions cross join generate_series(1, 1004) where organization_id = $1`,
    );
    const first = await handOver(coach, admin);
    expect(first.body.data).toMatchObject({ interventions: { moved: 1_000, left: [] }, remaining: 5 });
    expect((await handOver(coach, admin)).body.data).toMatchObject({ interventions: { moved: 5 }, remaining: 0 });
    expect((await school.trail()).events).toHaveLength(1_005);
  });

  it('takes the same number of statements for little and for much', async () => {
    const little = await coachAtWork();
    const successor = await school.person();
    const one = await countStatements(() => handOver(little.coach, successor));
    const much = await coachAtWork();
    for (let n = 0; n < 30; n += 1) {
      const enrollmentId = await school.enrollment();
      await school.assign(much.coach.memberId, { role: 'coach', enrollmentId });
      await own(much.coach, enrollmentId);
    }
    expect(await countStatements(() => handOver(much.coach, successor))).toBeLessThanOrEqual(one);
  });
});
