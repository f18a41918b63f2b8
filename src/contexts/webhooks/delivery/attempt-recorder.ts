import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import type { TransportError } from '#kernel/outgoing';
import { newId, type TenantSession } from '#kernel/persistence';
import { declareServiceAct } from '#kernel/events';
import { recordServiceAct } from '#kernel/trail';
import { EndpointBox, type StoredEndpoint } from '../subscription/endpoint-box.js';
import { webhookTables } from '../webhooks.tables.js';
import { Batcher } from '../worker/batcher.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import type { ClaimedDelivery } from './delivery-queue.js';
import { FAILING_LIMIT_MS } from './retry-schedule.js';

const GONE = 410;
const PAUSED = declareServiceAct('webhook_subscription.paused', 'webhook_subscription');

export interface Attempt {
  delivery: ClaimedDelivery;
  /** The version of the secret that signed it; null where nothing was sent. */
  secretVersion: number | null;
  status: number | null;
  error: TransportError | 'bad_status' | null;
  body: string;
  latencyMs: number;
  attemptedAt: Date;
  /** Time of the next attempt; null after a success and after the last attempt. */
  dueAt: Date | null;
}

// Writes only where the state changes: the first failure after a success, or the first success after a failure.
const setFailingSince = webhookTables.statement(
  'set_subscription_failing_since',
  { id: 'uuid', since: 'timestamptz' },
  `update webhook_subscriptions set failing_since = :since
   where organization_id = :organization and id = :id and (failing_since is null) <> (:since::timestamptz is null)`,
);

interface Current extends StoredEndpoint {
  secretVersion: number;
}

/** A subscription that was paused, and whether because of a 410. */
interface Paused {
  id: string;
  gone: boolean;
}

const lockEndpoint = webhookTables
  .statement(
    'lock_endpoint_of_subscription',
    { id: 'uuid' },
    `select secret_version as "secretVersion", endpoint_url as "endpointUrl", endpoint_ciphertext as "endpointCiphertext"
     from webhook_subscriptions where organization_id = :organization and id = :id for update`,
  )
  .returning<Current>();

const pause = webhookTables
  .statement(
    'pause_subscription_by_worker',
    { id: 'uuid', now: 'timestamptz', longAgo: 'timestamptz', gone: 'boolean' },
    `update webhook_subscriptions set status = 'paused', updated_at = :now
     where organization_id = :organization and id = :id and status = 'active'
       and (failing_since <= :longAgo or :gone::boolean)
     returning id`,
  )
  .returning<{ id: string }>();

// Only where the lease is still held. The delivery ids are passed separately, too, so that every plan finds the rows by
// primary key, even without table statistics.
const finish = webhookTables
  .statement(
    'finish_webhook_deliveries',
    { outcomes: 'jsonb', deliveries: 'uuid[]' },
    `update webhook_deliveries d set
       status = case when o.succeeded then 'succeeded' when o.due_at is null then 'failed' else 'pending' end,
       round_attempts = d.round_attempts + 1, attempt_count = d.attempt_count + 1,
       due_at = o.due_at, completed_at = o.completed_at, lease_token = null
     from jsonb_to_recordset(:outcomes::jsonb) as o (
       delivery_id uuid, token uuid, succeeded boolean, due_at timestamptz, completed_at timestamptz)
     where d.organization_id = :organization and d.id = any(:deliveries::uuid[])
       and d.id = o.delivery_id and d.lease_token = o.token
     returning d.id, o.token`,
  )
  .returning<{ id: string; token: string }>();

// Takes its number from the delivery, which the transaction has finished.
const insertAttempts = webhookTables.statement(
  'insert_webhook_delivery_attempts',
  { attempts: 'jsonb', deliveries: 'uuid[]' },
  `insert into webhook_delivery_attempts
     (organization_id, id, delivery_id, number, attempted_at, latency_ms, response_status, response_body, error)
   select d.organization_id, o.id, d.id, d.attempt_count, o.attempted_at, o.latency_ms, o.status, o.body, o.error
   from webhook_deliveries d
   join jsonb_to_recordset(:attempts::jsonb) as o (
     id uuid, delivery_id uuid, attempted_at timestamptz, latency_ms integer, status integer, body text, error text)
     on o.delivery_id = d.id
   where d.organization_id = :organization and d.id = any(:deliveries::uuid[])`,
);

/** Records attempts. Concurrent attempts of an organization share one transaction. */
@Injectable()
export class AttemptRecorder {
  private readonly logger = new Logger(AttemptRecorder.name);
  private readonly batches = new Batcher<Attempt, boolean>((key, attempts) => this.write(key, attempts));

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly endpoints: EndpointBox,
    private readonly clock: Clock,
  ) {}

  /** False where the lease was lost: another process has taken over the delivery. */
  record(attempt: Attempt): Promise<boolean> {
    return this.batches.add(attempt.delivery.organizationId, attempt);
  }

  private async write(organizationId: string, attempts: Attempt[]): Promise<boolean[]> {
    const pauses: { subscriptionId: string; reason: string }[] = [];
    const held = await this.transactions.inTenant(organizationId, async (tenant) => {
      // Lock order to avoid deadlocks: subscriptions by id, then deliveries.
      const ids = [...new Set(attempts.map(({ delivery }) => delivery.subscriptionId))].sort();
      const pausing = ids.flatMap((id) => {
        const own = attempts.filter(({ delivery }) => delivery.subscriptionId === id);
        return this.noteHealth(tenant, id, own) ?? [];
      });
      const deliveries = attempts.map(({ delivery }) => delivery.id);
      const rows = await tenant.query(finish, { outcomes: attempts.map(outcomeRow), deliveries });
      // A batch may hold two attempts of a delivery: an old one, whose lease was lost, and that of the present lease.
      const leases = new Map(rows.map(({ id, token }) => [id, token]));
      const isHeld = ({ delivery }: Attempt): boolean => leases.get(delivery.id) === delivery.leaseToken;
      const recorded = attempts.filter(isHeld);
      void tenant.query(insertAttempts, { attempts: recorded.map(attemptRow), deliveries: [...leases.keys()] });
      for (const paused of pausing) pauses.push(...(await this.auditPauses(tenant, await paused)));
      return attempts.map(isHeld);
    });
    for (const pause of pauses) this.logger.warn({ msg: 'webhook subscription paused', organizationId, ...pause });
    return held;
  }

  /** Updates failing_since and pauses the subscription where required. */
  private noteHealth(tenant: TenantSession, id: string, attempts: Attempt[]): Promise<Paused[]> | undefined {
    const now = this.clock.now();
    const gone = attempts.find(isGone);
    const succeeded = attempts.some(({ error }) => error === null);
    void tenant.query(setFailingSince, { id, since: succeeded ? null : now });
    if (succeeded && !gone) return undefined;
    return this.pause(tenant, id, attempts.filter(isGone));
  }

  /** Because of a 410 only while the subscription has the endpoint and the secret of that request. */
  private async pause(tenant: TenantSession, id: string, refused: Attempt[]): Promise<Paused[]> {
    const [current] = refused.length > 0 ? await tenant.query(lockEndpoint, { id }) : [];
    const gone = current !== undefined && refused.some((attempt) => this.wasSentTo(current, attempt));
    const now = this.clock.now();
    const longAgo = new Date(now.getTime() - FAILING_LIMIT_MS);
    const paused = await tenant.query(pause, { id, now, longAgo, gone });
    return paused.map((row) => ({ ...row, gone }));
  }

  /** The subscriptions that it paused, each with the reason. */
  private async auditPauses(tenant: TenantSession, paused: Paused[]) {
    const pauses: { subscriptionId: string; reason: string }[] = [];
    for (const { id, gone } of paused) {
      const reason = gone ? 'gone' : 'failing';
      await recordServiceAct(tenant, {
        audited: PAUSED,
        targetId: id,
        changes: { status: { from: 'active', to: 'paused' }, reason },
        occurredAt: this.clock.now(),
      });
      pauses.push({ subscriptionId: id, reason });
    }
    return pauses;
  }

  /** A reseal encrypts the same URL anew. One that cannot be read is compared as it is stored. */
  private wasSentTo(current: Current, { delivery, secretVersion }: Attempt): boolean {
    const { organizationId, subscriptionId, storedEndpoint: sent } = delivery;
    const [now, then] = [current, sent].map((stored) =>
      this.endpoints.openIfReadable(organizationId, subscriptionId, stored),
    );
    const isSame = now === undefined ? isSameBox(current, sent) : now === then;
    return secretVersion === current.secretVersion && isSame;
  }
}

function isSameBox({ endpointUrl, endpointCiphertext: box }: StoredEndpoint, other: StoredEndpoint): boolean {
  return endpointUrl === other.endpointUrl && box?.toString('hex') === other.endpointCiphertext?.toString('hex');
}

function isGone({ status }: Attempt): boolean {
  return status === GONE;
}

function outcomeRow({ delivery, attemptedAt, dueAt, error, latencyMs }: Attempt): object {
  return {
    delivery_id: delivery.id,
    token: delivery.leaseToken,
    succeeded: error === null,
    due_at: dueAt,
    completed_at: dueAt === null ? new Date(attemptedAt.getTime() + latencyMs) : null,
  };
}

function attemptRow({ delivery, attemptedAt, status, error, body, latencyMs }: Attempt): object {
  return {
    id: newId(),
    delivery_id: delivery.id,
    attempted_at: attemptedAt,
    latency_ms: latencyMs,
    status,
    body: status === null ? null : body,
    error,
  };
}
