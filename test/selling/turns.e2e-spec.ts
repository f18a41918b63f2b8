import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Prospect } from '#contexts/selling/prospect/prospect.dto.js';
import { dataOf } from '../identity/answers.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const closer = (programId?: string): Promise<Person> => school.person('MEMBER', { role: 'closer', programId });
const set = ({ memberId }: Person, body: object) =>
  school.owner.client.put(`/closers/${memberId}/sales-availability`, body);
const create = async (body: object = {}) => {
  const prospect = { name: 'Alan Turing', email: `${randomUUID()}@example.com`, ...body };
  const idempotencyKey = randomUUID();
  const send = () => school.owner.client.post('/prospects', prospect, { idempotencyKey });
  let answer = await send();
  // A busy machine sends some away, who come again with the same key.
  for (let tries = 1; answer.status === 503 && tries < 50; tries += 1) answer = await send();
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  return dataOf<Prospect>(answer);
};
/** How many of so many prospects, created at once or one after the other, each closer gets. */
async function counts(
  closers: Person[],
  count: number,
  { atOnce = false, ...body }: { atOnce?: boolean; programId?: string } = {},
) {
  const got: (string | null)[] = [];
  if (atOnce) {
    const all = await Promise.all(Array.from({ length: count }, () => create(body)));
    got.push(...all.map(({ closerMemberId }) => closerMemberId));
  } else for (let index = 0; index < count; index++) got.push((await create(body)).closerMemberId);
  return closers.map(({ memberId }) => got.filter((id) => id === memberId).length);
}

it('50 at once are shared equally', async () => {
  const closers = [await closer(), await closer(), await closer(), await closer()];
  const first = await counts(closers, 50, { atOnce: true });
  expect([...first].sort()).toEqual([12, 12, 13, 13]);
  const all = (await counts(closers, 50, { atOnce: true })).map((one, index) => one + first[index]);
  expect(all).toEqual([25, 25, 25, 25]);
});

it('shares are kept, at once too', async () => {
  const [one, two] = [await closer(), await closer()];
  await set(one, { share: 3 });
  expect(await counts([one, two], 40, { atOnce: true })).toEqual([30, 10]);
});

it('whoever stops and returns, or is new, catches up on nothing', async () => {
  const [one, two, three] = [await closer(), await closer(), await closer()];
  await counts([one], 1);
  await set(three, { receiving: false });
  expect(await counts([one, two, three], 10)).toEqual([5, 5, 0]);
  await set(three, { receiving: true });
  const four = await closer();
  expect(await counts([one, two, three, four], 12)).toEqual([3, 3, 3, 3]);
});

it('whoever has as many open prospects as they take is passed over until one is closed', async () => {
  const [one, two] = [await closer(), await closer()];
  await set(one, { maxOpen: 3 });
  expect(await counts([one, two], 20, { atOnce: true })).toEqual([3, 17]);
  const { items } = dataOf<{ items: Prospect[] }>(await one.client.get('/prospects?status=open'));
  await one.client.post(`/prospects/${items[0].id}/close`, { reason: 'timing' });
  expect((await counts([one, two], 4))[0]).toBe(1);
  // By name there is no limit, and no turn is used.
  expect((await create({ assignTo: one.memberId })).closerMemberId).toBe(one.memberId);
});

it('those of a program are for whoever sells it; those without one for closers of the organization', async () => {
  const [programId, other] = [await school.program(), await school.program()];
  const [all, of, elsewhere] = [await closer(), await closer(programId), await closer(other)];
  expect(await counts([all, of, elsewhere], 10, { programId })).toEqual([5, 5, 0]);
  expect(await counts([all, of, elsewhere], 4)).toEqual([4, 0, 0]);
  // Turns alone among others neither set back nor bring forward.
  expect(await counts([all, of, elsewhere], 10, { programId, atOnce: true })).toEqual([5, 5, 0]);
});

it('turns and assignments by name at once wait for each other, and none is lost', async () => {
  const [one, two] = [await closer(), await closer()];
  const prospects = await Promise.all(Array.from({ length: 10 }, () => create({ assignTo: 'none' })));
  const { client } = school.owner;
  const [byTurn, others] = await Promise.all([
    Promise.all([
      ...prospects.slice(0, 5).map(({ id }) => client.post(`/prospects/${id}/assign`, { assignTo: 'turn' })),
      ...Array.from({ length: 10 }, () =>
        client.post('/prospects', { name: 'A', email: `${randomUUID()}@example.com` }),
      ),
    ]),
    Promise.all([
      ...prospects.slice(5).map(({ id }) => client.post(`/prospects/${id}/assign`, { assignTo: two.memberId })),
      ...Array.from({ length: 5 }, () => set(one, { bufferMinutes: 5 })),
    ]),
  ]);
  expect([...byTurn, ...others].map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  const got = byTurn.map((answer) => dataOf<Prospect>(answer).closerMemberId);
  expect([one, two].map(({ memberId }) => got.filter((id) => id === memberId).length).sort()).toEqual([7, 8]);
});

it('the open prospects of a closer, which each turn counts, have an index of their own', async () => {
  const { rows } = await app.rows.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname like 'prospects_open_of_closer%'`,
  );
  expect(rows[0]?.indexdef).toMatch(/\(organization_id, closer_member_id\) WHERE \(status = 'open'::text\)/);
});
