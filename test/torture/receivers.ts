import { until } from '../support/until.js';
import { Receiver, type Arrival } from '../webhooks/receiver.js';
import type { Ground } from './ground.js';
import type { PlannedKey } from './plan.js';
import type { Services } from './services.js';
import { settled } from './settled.js';
import { secretOf } from './workload.js';

const STEADY_EVENTS = [
  'group.created',
  'intervention.planned',
  'cohort.configured',
  'deliverable.created',
  'enrollment.created',
  'enrollment.transferred',
  'people_import.committed',
  'booking.created',
];
const ROTATING_EVENTS = ['intervention.planned', 'deliverable.created'];
const SETTLING = { withinMs: 360_000, everyMs: 250 };

export interface Subscription {
  id: string;
  eventNames: string[];
  firstSecret: string;
  receiver: Receiver;
  /** Every secret that the subscription may have so far, the newest first. */
  secrets: string[];
}

/** A delivery that arrived. */
export interface Delivered {
  subscription_id: string;
  event_id: string;
  /** The secret that it was signed with. */
  secret: string;
  signed_at: Date;
}

/** Real receivers: one whose secret stays, and some whose secrets are rotated all the time. */
export class Receivers {
  readonly subscriptions: Subscription[] = [];
  readonly deliveries: Delivered[] = [];
  /** Called for the next delivery, which then stays without an answer. */
  onNextDelivery: (() => void) | null = null;

  constructor(
    private readonly ground: Ground,
    private readonly services: Services,
  ) {}

  async open(rotating: number): Promise<void> {
    await this.subscribe('steady', STEADY_EVENTS);
    for (let n = 0; n < rotating; n += 1) await this.subscribe(`rotating-${n}`, ROTATING_EVENTS);
    this.ground.rotating = this.subscriptions.slice(1);
    const verified = async (): Promise<boolean> => (await this.unverified()) === 0;
    await until(verified, { what: 'the subscriptions are verified', ...SETTLING });
  }

  /** The secrets that rotations will bring. */
  expect(keys: readonly PlannedKey[]): void {
    for (const { key, subscriptionId } of keys) {
      this.subscriptions.find(({ id }) => id === subscriptionId)?.secrets.unshift(secretOf(key));
    }
  }

  /**
   * Waits until every event is delivered and every subscription verified. What a process that was killed had claimed
   * waits for its lease to end: after `leaseMs` all leases are ended by hand.
   */
  async settle(leaseMs: number): Promise<void> {
    const end = Date.now() + leaseMs;
    const isDone = async (): Promise<boolean> => {
      const left = await this.outstanding();
      if (left > 0 && Date.now() > end) await this.endLeases();
      if (left > 0) await this.verifyAgain();
      return left === 0;
    };
    await settled(isDone, { what: 'every event is delivered', ...SETTLING });
  }

  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map(({ receiver }) => receiver.close()));
  }

  private async subscribe(name: string, eventNames: string[]): Promise<void> {
    const firstSecret = `the-first-secret-of-${name}`;
    const receiver = await Receiver.open(firstSecret);
    const { id } = await this.post<{ id: string }>('/webhook-subscriptions', {
      name,
      endpointUrl: receiver.url,
      eventNames,
      secret: firstSecret,
    });
    const subscription = { id, eventNames, firstSecret, receiver, secrets: [firstSecret] };
    receiver.prove = (challenge) => {
      const secret = secretUsed(subscription, challenge);
      return { status: 200, body: JSON.stringify(receiver.proof(challenge.body, secret)) };
    };
    receiver.behave = (arrival) => {
      this.deliveries.push({
        subscription_id: id,
        event_id: String(arrival.headers['webhook-id']),
        secret: secretUsed(subscription, arrival),
        signed_at: new Date(Number(arrival.headers['webhook-timestamp']) * 1_000),
      });
      const called = this.onNextDelivery;
      this.onNextDelivery = null;
      called?.();
      return called ? null : { status: 204 };
    };
    this.subscriptions.push(subscription);
  }

  private unverified(): Promise<number> {
    return this.ground.admin(async (admin) => {
      const { rows } = await admin.query<{ left: number }>(
        `select count(*)::integer as left from webhook_subscriptions where status <> 'active'`,
      );
      return rows[0].left;
    });
  }

  private outstanding(): Promise<number> {
    return this.ground.admin(async (admin) => {
      const { rows } = await admin.query<{ left: number }>(
        `select ((select count(*) from event_outbox) + (select count(*) from torture.reminded t where not exists (
             select from reminder_firings f where f.resource_id = t.id)) + (select count(*) from webhook_deliveries where status = 'pending')
           + (select count(*) from webhook_subscriptions where status <> 'active'))::integer as left`,
      );
      return rows[0].left;
    });
  }

  private async endLeases(): Promise<void> {
    await this.ground.admin(async (admin) => {
      await admin.query(`update webhook_deliveries set due_at = now() where status = 'pending' and due_at > now()`);
      await admin.query('update scheduled_jobs set leased_until = now() where leased_until > now()');
      await admin.query(
        `update webhook_subscriptions set verification_leased_until = now() where verification_leased_until > now()`,
      );
    });
  }

  /** A receiver that was too slow on a busy machine: its owner asks for another verification. */
  private async verifyAgain(): Promise<void> {
    const failed = await this.ground.admin((admin) =>
      admin.query<{ id: string }>(`select id from webhook_subscriptions where status = 'validation_failed'`),
    );
    for (const { id } of failed.rows) await this.post(`/webhook-subscriptions/${id}/verify`, {}).catch(() => undefined);
  }

  private async post<Data>(path: string, body: object): Promise<Data> {
    const response = await fetch(`${this.services.urls[0]}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': this.ground.apiKey,
        'idempotency-key': `aside-${Math.random()}`,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  }
}

function secretUsed({ secrets, receiver }: Subscription, arrival: Arrival): string {
  return secrets.find((secret) => receiver.isSigned(arrival, secret)) ?? 'no secret of this subscription';
}
