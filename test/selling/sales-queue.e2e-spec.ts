import { beforeEach, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { pay } from './money.js';
import { cancel, DAY, HOUR, proposed, reserved, sold } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

interface Item {
  kind: string;
  since: string;
  prospectId: string;
  saleId: string | null;
  callId: string | null;
}

const queue = async ({ client }: Person, query = ''): Promise<Item[]> => {
  const answer = await client.get(`/sales-queue?limit=100${query}`);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return dataOf<{ items: Item[] }>(answer).items;
};
const kindsOf = async (person: Person, prospectId: string) =>
  (await queue(person)).filter((item) => item.prospectId === prospectId).map(({ kind }) => kind);
const newCloser = () => school.person('MEMBER', { role: 'closer' });

it('a prospect waits for a next step until there is a call or a sale', async () => {
  const closer = await newCloser();
  const id = await school.prospect({ closer_member_id: closer.memberId });
  expect(await kindsOf(closer, id)).toEqual(['no_next_step']);
  expect(await kindsOf(await newCloser(), id)).toEqual([]);
  await school.salesCall({ prospect_id: id, closer_member_id: closer.memberId });
  expect(await kindsOf(closer, id)).toEqual(['call_ahead']);
  app.moveClock(2 * DAY);
  expect((await kindsOf(closer, id)).sort()).toEqual(['call_to_record', 'no_next_step']);
  const { offerId } = await sold(school);
  const sale = await proposed(
    school,
    { offerId, expiresAt: new Date(app.now().getTime() + 3 * DAY).toISOString() },
    id,
  );
  expect(await kindsOf(closer, id)).toEqual(['call_to_record']);
  app.moveClock(4 * DAY);
  expect((await queue(closer, '&kind=proposal_expiring')).map(({ saleId }) => saleId)).toEqual([sale.id]);
  app.moveClock(6 * DAY);
  expect(await queue(closer, '&kind=proposal_expiring')).toEqual([]);
});

it('OWNER and ADMIN see besides what they decide on', async () => {
  const closer = await newCloser();
  const free = await school.prospect();
  const orphan = await school.prospect({ closer_member_id: (await school.person()).memberId });
  expect(await kindsOf(school.owner, free)).toEqual(['unassigned']);
  expect(await kindsOf(school.owner, orphan)).toEqual(['orphaned']);
  const prospect_id = await school.prospect({ closer_member_id: closer.memberId });
  const stuck = await school.soldSale({ prospect_id, closer_member_id: closer.memberId });
  const mine = (items: Item[]) => items.filter(({ saleId }) => saleId === stuck).map(({ kind }) => kind);
  expect(mine(await queue(school.owner))).toEqual(['sale_stuck']);
  expect(mine(await queue(closer))).toEqual([]);
  app.moveClock(3 * DAY + HOUR);
  expect(mine(await queue(closer))).toEqual(['installment_overdue']);
  await pay(school.owner, stuck, 90_001);
  expect(mine(await queue(school.owner)).sort()).toEqual(['credit', 'sale_stuck']);
  expect(mine(await queue(closer))).toEqual([]);
});

it('money for a sale that has no seat any more is credit to decide on', async () => {
  const short = await reserved(school);
  await pay(school.owner, short.id, 1);
  const credit = async () => (await queue(school.owner, '&kind=credit')).map(({ saleId }) => saleId);
  expect(await credit()).not.toContain(short.id);
  app.moveClock(8 * DAY);
  expect(await credit()).toContain(short.id);
  const other = await reserved(school);
  await pay(school.owner, other.id, 1);
  await cancel(school.owner, other.id);
  expect(await credit()).toContain(other.id);
});

it('is oldest first, page by page, and of one closer where that is asked for', async () => {
  const [one, other] = [await newCloser(), await newCloser()];
  for (const { memberId } of [one, other, one]) await school.prospect({ closer_member_id: memberId });
  const all = await queue(school.owner);
  expect(all.map(({ since }) => since)).toEqual(all.map(({ since }) => since).sort());
  const pages: Item[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await school.owner.client.get(`/sales-queue?limit=1${cursor && `&cursor=${cursor}`}`);
    const page = dataOf<{ items: Item[]; nextCursor: string | null }>(answer);
    pages.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(all);
  expect(await queue(school.owner, `&closerMemberId=${one.memberId}`)).toHaveLength(2);
  expect(await queue(other)).toHaveLength(1);
});
