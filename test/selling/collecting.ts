import { CollectionsJob } from '#contexts/selling/sending/collections.job.js';
import { ProviderJobsJob } from '#contexts/selling/sending/provider-jobs.job.js';
import { ProviderEventsJob } from '../../src/contexts/selling/receiving/provider-events.job.js';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import { runJob } from '../support/run-job.js';
import type { School } from '../support/school.js';
import type { Card } from '../support/stripe/account.js';
import type { StripeServer } from '../support/stripe/stripe-server.js';
import { detailOf } from './money.js';
import { connected, send, type Connected } from './provider.js';
import { accept, DAY, proposed, sold, type Installment } from './sales.js';

export interface Collection {
  id: string;
  status: string;
  amount: number;
  attemptedAt: string;
  failure: string | null;
}

export const AMOUNTS = [20_000, 30_000, 40_000];
const RULES = { graceDays: 3, retryDays: [2, 5], pauseAfterDays: null, resumeWhenPaid: false, pauseOnDispute: false };

/** At the purchase, and 30 and 60 days after it. */
const IN_THREE = {
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'In three', total: 90_000 },
      installments: AMOUNTS.map((amount, index) =>
        index === 0 ? installment(amount) : installment(amount, { kind: 'after_purchase', days: 30 * index }),
      ),
    },
  ],
};

/** The saved card of a sale whose first installment is paid, and the days on which something is due. */
export class ChargedSale {
  readonly account: Connected['account'];

  private constructor(
    readonly school: School,
    readonly provider: Connected,
    readonly id: string,
    readonly prospectId: string,
    private readonly method: string,
  ) {
    this.account = provider.account;
  }

  static async open(
    school: School,
    server: StripeServer,
    { rules = {}, autoCharge = true, provider }: { rules?: object; autoCharge?: boolean; provider?: Connected } = {},
  ): Promise<ChargedSale> {
    school.app.moveClock(0);
    server.now = () => school.app.now();
    const used = provider ?? (await connected(school, server));
    const { offerId } = await sold(school, { terms: { ...IN_THREE, overdue: { ...RULES, ...rules } } });
    const { id, prospectId } = await proposed(school, { offerId });
    await accept(school.owner, id, { method: 'checkout', autoCharge });
    await runJob(school, ProviderJobsJob);
    const intent = used.account.pay(used.account.sessions[used.account.sessions.length - 1].id);
    const sale = new ChargedSale(school, used, id, prospectId, intent.payment_method as string);
    await sale.tell();
    return sale;
  }

  /** Sends all that happened at the provider, and applies it. */
  async tell(): Promise<void> {
    for (const event of this.account.events) await send(this.school, this.provider, event);
    await runJob(this.school, ProviderEventsJob);
  }

  /** How the saved card answers from now on. */
  answers(card: Card): void {
    this.account.cards.set(this.method, card);
  }

  plan = (): Promise<number> => runJob(this.school, CollectionsJob);
  work = (): Promise<number> => runJob(this.school, ProviderJobsJob);

  /** So many days after the purchase a worker plans, and sends. */
  async on(days: number): Promise<void> {
    this.at(days);
    await this.plan();
    await this.work();
    await this.plan();
    await this.work();
  }

  at(days: number): void {
    // Events, and not the clock, are what takes time here.
    this.school.app.moveClock(days * DAY + 60_000);
  }

  /** The charges that succeeded, without the first installment. */
  charges(server: StripeServer): number[] {
    const books = server.books(this.account)[this.id] ?? {};
    return Object.values(books).flat().slice(1);
  }

  /** The attempts to charge the saved card. */
  get attempts() {
    return this.account.intents.filter(
      ({ metadata, setup_future_usage: saved }) => metadata.saleId === this.id && saved === null,
    );
  }

  async installments(): Promise<(Installment & { collections: Collection[] })[]> {
    const sale = await detailOf(this.school.owner, this.id);
    return sale.installments as (Installment & { collections: Collection[] })[];
  }

  /** The collections of the second installment, unless another one is named. */
  async collections(position = 2): Promise<Collection[]> {
    return (await this.installments())[position - 1].collections;
  }

  async statuses(position = 2): Promise<string[]> {
    return (await this.collections(position)).map(({ status }) => status);
  }

  shown = (): ReturnType<typeof detailOf> => detailOf(this.school.owner, this.id);

  async queue(client = this.school.owner.client) {
    const answer = await client.get('/sales-queue?limit=100&kind=needs_buyer');
    return dataOf<{ items: { saleId: string; prospectId: string }[] }>(answer).items;
  }

  /** The data of `collection.failed`, oldest first. */
  async failures(): Promise<Record<string, unknown>[]> {
    const { events } = await this.school.trail();
    return events.filter(({ name }) => name === 'collection.failed').map(({ data }) => data as Record<string, unknown>);
  }
}
