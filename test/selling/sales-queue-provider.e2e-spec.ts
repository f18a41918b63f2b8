import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { ProviderEventsJob } from '../../src/contexts/selling/receiving/provider-events.job.js';
import { ProviderJobsJob } from '../../src/contexts/selling/sending/provider-jobs.job.js';
import { dataOf } from '../identity/answers.js';
import { runJob } from '../support/run-job.js';
import type { Person } from '../support/school.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, refund } from './money.js';
import { connected, send, tagOf, type Connected } from './provider.js';
import { reserved } from './sales.js';

const server = await StripeServer.open();
afterAll(() => server.close());
const { school } = useSchool({ settings: { STRIPE_API_HOST: server.url } });
const AMOUNT = 90_000;

interface Item {
  kind: string;
  prospectId: string | null;
  saleId: string | null;
}

const queue = async ({ client }: Person, kind: string): Promise<Item[]> =>
  dataOf<{ items: Item[] }>(await client.get(`/sales-queue?limit=100&kind=${kind}`)).items;

/** Sends what happened at the provider since then. */
async function tell(provider: Connected, since = 0): Promise<void> {
  for (const event of provider.account.events.slice(since)) await send(school, provider, event);
  await runJob(school, ProviderEventsJob);
}

/** A sale of a closer that was paid by the provider; `id` is that of the payment there. */
async function paid() {
  const closer = await school.person('MEMBER', { role: 'closer' });
  const provider = await connected(school, server);
  const sale = await reserved(school);
  await school.rows(
    'update sales set closer_member_id = $3 where organization_id = $1 and id = $2',
    ...[sale.id, closer.memberId],
  );
  const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
  await tell(provider);
  return { closer, provider, sale, id };
}

it('a refund that failed is to be asked for again, by OWNER and ADMIN', async () => {
  const { closer, provider, sale } = await paid();
  const [{ id }] = (await detailOf(school.owner, sale.id)).payments;
  provider.account.balance = 0;
  await refund(school.owner, id, 30_000);
  expect(await queue(school.owner, 'refund_failed')).toEqual([]);
  await runJob(school, ProviderJobsJob);
  expect(await queue(school.owner, 'refund_failed')).toMatchObject([
    { kind: 'refund_failed', saleId: sale.id, prospectId: sale.prospectId },
  ]);
  expect(await queue(closer, 'refund_failed')).toEqual([]);
  provider.account.balance = undefined;
  await refund(school.owner, id, 30_000);
  expect(await queue(school.owner, 'refund_failed')).toEqual([]);
});

it('a dispute is in the queue of OWNER and ADMIN while it is open', async () => {
  const { closer, provider, sale, id } = await paid();
  const before = provider.account.events.length;
  const dispute = provider.account.dispute(id, 8_000);
  await tell(provider, before);
  expect(await queue(school.owner, 'dispute_open')).toMatchObject([{ saleId: sale.id, prospectId: sale.prospectId }]);
  expect(await queue(closer, 'dispute_open')).toEqual([]);
  const opened = provider.account.events.length;
  provider.account.closeDispute(dispute.id, 'won');
  await tell(provider, opened);
  expect(await queue(school.owner, 'dispute_open')).toEqual([]);
});

it('money without a place is in the queue once for its object, until it is settled', async () => {
  const { closer, provider, sale } = await paid();
  const before = provider.account.events.length;
  const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, randomUUID()));
  // Two events of one dispute: it was opened, and the money was withdrawn.
  provider.account.dispute(id, 8_000);
  provider.account.chargeElsewhere(AMOUNT, 'usd', tagOf(school, sale.id));
  await tell(provider, before);
  const items = await queue(school.owner, 'event_unplaced');
  expect(items.map(({ saleId }) => saleId).sort()).toEqual([sale.id, null, null]);
  expect(items.map(({ prospectId }) => prospectId).sort()).toEqual([sale.prospectId, null, null]);
  expect(await queue(closer, 'event_unplaced')).toEqual([]);
  const answer = await school.owner.client.get('/provider-events?limit=100');
  const events = dataOf<{ items: { id: string; outcome: string }[] }>(answer).items;
  for (const { id } of events.filter(({ outcome }) => ['unmatched', 'mismatched'].includes(outcome))) {
    await school.owner.client.post(`/provider-events/${id}/settle`, { ignore: true, reason: 'Not ours' });
  }
  expect(await queue(school.owner, 'event_unplaced')).toEqual([]);
});
