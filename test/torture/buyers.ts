import type { Dice } from '../support/dice.js';
import type { StripeEvent } from '../support/stripe/account.js';
import { signed, type Fault, type StripeServer } from '../support/stripe/stripe-server.js';
import { RECOVERY, type Ground } from './ground.js';
import type { Services } from './services.js';
import { settled } from './settled.js';

// Not `error_after`: its key is answered with the error for a day.
const FAULTS: readonly Fault[] = ['cut', 'cut_after', 'error', 'too_many'];

const LOOKS_OF_A_LEASE = 10;

/** Buyers who pay, and the provider, which goes wrong and tells of it late, twice and in any order. */
export class Buyers {
  private readonly known = new Set<string>();
  private looks = 0;
  /** What went wrong at the provider, by kind. */
  readonly faults = new Map<string, number>();

  constructor(
    private readonly ground: Ground,
    private readonly services: Services,
    private readonly server: StripeServer,
    private readonly dice: Dice,
  ) {}

  /** Pays some of the open checkouts, tells some of what happened, and breaks the next requests. */
  async visit(): Promise<void> {
    for (const fault of FAULTS) {
      if (!this.dice.chance(0.5)) continue;
      this.server.breakNext(fault, this.dice.pick(['POST', 'GET']));
      this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    }
    this.pay(0.7);
    await this.tell(0.6);
  }

  /** Pays and tells all that is left, and waits until the service has done everything that was asked of it. */
  async finish(): Promise<void> {
    const isDone = async (): Promise<boolean> => {
      this.pay(1);
      await this.tell(1);
      return (await this.left()) === 0;
    };
    await settled(isDone, { what: 'all payments are recorded', ...RECOVERY, everyMs: 500 });
  }

  private pay(share: number): void {
    const { account } = this.ground.payments.provider;
    for (const { id, status } of account.sessions) {
      if (status !== 'open' || !this.dice.chance(share)) continue;
      account.pay(id, share < 1 && this.dice.chance(0.3) ? 'insufficient_funds' : 'good');
    }
  }

  private async tell(share: number): Promise<void> {
    const { account } = this.ground.payments.provider;
    const untold = account.events.filter(({ id }) => !this.known.has(id) && this.dice.chance(share));
    for (const event of this.dice.shuffle(untold)) {
      for (let time = this.dice.chance(0.2) ? 2 : 1; time > 0; time -= 1) {
        if (await this.send(event)) this.known.add(event.id);
      }
    }
  }

  private async send(event: StripeEvent): Promise<boolean> {
    const { path, webhookSecret } = this.ground.payments.provider;
    const { payload, signature } = signed(event, webhookSecret);
    const { urls } = this.services;
    if (urls.length === 0) return false;
    try {
      const headers = { 'stripe-signature': signature };
      const answer = await fetch(`${this.dice.pick(urls)}${path}`, { method: 'POST', body: payload, headers });
      await answer.text();
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** What was put off is done now; from time to time also what a process that was killed had taken up. */
  private left(): Promise<number> {
    this.looks += 1;
    const leased = this.looks % LOOKS_OF_A_LEASE === 0 ? 'leased_until is not null' : 'false';
    return this.ground.admin(async (admin) => {
      await admin.query('update provider_jobs set next_at = now() where next_at > now()');
      await admin.query('update provider_events set next_at = now() where next_at > now()');
      await admin.query(
        `update scheduled_jobs set leased_until = case when ${leased} then now() else leased_until end,
           due_at = case when leased_until is null then now() else due_at end
         where name in ('provider_jobs', 'provider_events')`,
      );
      const { rows } = await admin.query<{ left: number }>(
        `select ((select count(*) from provider_jobs where finished_at is null)
           + (select count(*) from provider_events where outcome = 'waiting')
           + (select count(*) from checkouts where status <> 'paid')
           + (select count(*) from refunds where status = 'pending'))::integer as left`,
      );
      return rows[0].left;
    });
  }
}
