import { expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school, app } = useSchool();

interface HandedOver {
  prospects: { moved: number; kept: number };
  remaining: number;
}
const handOver = async (from: Person, to: Person, body: object = {}) =>
  dataOf<HandedOver>(
    await school.owner.client.post(`/members/${from.memberId}/handover`, { toMemberId: to.memberId, ...body }),
  );
const closerOf = async (id: string) => {
  const { rows } = await school.rows<{ closer: string }>(
    'select closer_member_id as closer from prospects where organization_id = $1 and id = $2',
    id,
  );
  return rows[0].closer;
};

it('open prospects go along with the responsibility; those that are over stay', async () => {
  const [from, to] = [await school.person('MEMBER', { role: 'closer' }), await school.person()];
  const row = { closer_member_id: from.memberId };
  const open = await school.prospect(row);
  const won = await school.prospect({ ...row, status: 'won', closed_at: app.now() });
  const preview = await school.owner.client.get(`/members/${from.memberId}/handover-preview`);
  expect(preview.body.data.prospects).toBe(1);
  expect(await handOver(from, to)).toMatchObject({ prospects: { moved: 1, kept: 0 }, remaining: 0 });
  expect([await closerOf(open), await closerOf(won)]).toEqual([to.memberId, from.memberId]);
  expect((await to.client.get(`/prospects/${open}`)).status).toBe(200);
  expect((await from.client.get(`/prospects/${open}`)).status).toBe(403);
  const { events } = await school.trail();
  expect(events.filter(({ name }) => name === 'prospect.assigned')).toMatchObject([
    { data: { prospectId: open, closerMemberId: to.memberId, from: from.memberId } },
  ]);
});

it('those that the successor does not close for stay, and all stay where that is wanted', async () => {
  const programId = await school.program();
  const from = await school.person('MEMBER', { role: 'closer' });
  const to = await school.person('MEMBER', { role: 'closer', programId });
  const [inside, outside] = [
    await school.prospect({ closer_member_id: from.memberId, program_id: programId }),
    await school.prospect({ closer_member_id: from.memberId }),
  ];
  const own = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
    school.owner.accountId,
  ]);
  const ofCaller = await school.prospect({
    ...{ closer_member_id: from.memberId, program_id: programId, email: own.rows[0].email },
  });
  expect(await handOver(from, to, { prospects: false, responsibilities: false })).toMatchObject({
    prospects: { moved: 0, kept: 0 },
  });
  expect(await closerOf(inside)).toBe(from.memberId);
  expect(await handOver(from, to, { responsibilities: false })).toMatchObject({
    prospects: { moved: 1, kept: 2 },
    remaining: 0,
  });
  expect([await closerOf(inside), await closerOf(outside), await closerOf(ofCaller)]).toEqual([
    to.memberId,
    from.memberId,
    from.memberId,
  ]);
});

it('those of a detached member are handed over, 1,000 by each request', async () => {
  const [from, to] = [await school.person('MEMBER', { role: 'closer' }), await school.person()];
  await school.rows(
    `insert into prospects (organization_id, id, name, search, email, status, closer_member_id, assigned_at, created_by,
       created_at, updated_at)
     select $1, gen_random_uuid(), 'Many', ' many', n || '@example.com', 'open', $2, now(), $3, now(), now()
     from generate_series(1, 1001) n`,
    from.memberId,
    school.owner.accountId,
  );
  await school.owner.client.delete(`/members/${from.memberId}`);
  expect(await handOver(from, to)).toMatchObject({ prospects: { moved: 1000, kept: 0 }, remaining: 1 });
  expect(await handOver(from, to)).toMatchObject({ prospects: { moved: 1, kept: 0 }, remaining: 0 });
});

it('those that the successor cannot get keep no others back, whatever either of them closed for before', async () => {
  const [programId, former] = [await school.program(), await school.program()];
  const from = await school.person('MEMBER', { role: 'closer', programId }, { role: 'closer', programId: former });
  const to = await school.person('MEMBER', { role: 'closer', programId: former });
  await school.rows(
    'update responsibilities set ended_at = now() where organization_id = $1 and program_id = $2',
    former,
  );
  // Ids that come before all others.
  await school.rows(
    `insert into prospects (organization_id, id, name, search, email, program_id, status, closer_member_id, assigned_at,
       created_by, created_at, updated_at)
     select $1, lpad(n::text, 32, '0')::uuid, 'Many', ' many', n || '@example.com', $2, 'open', $3, now(), $4, now(), now()
     from generate_series(1, 1000) n`,
    ...[former, from.memberId, school.owner.accountId],
  );
  const movable = await school.prospect({ closer_member_id: from.memberId, program_id: programId });
  expect(await handOver(from, to)).toMatchObject({ prospects: { moved: 1, kept: 1000 }, remaining: 0 });
  expect(await closerOf(movable)).toBe(to.memberId);
});
