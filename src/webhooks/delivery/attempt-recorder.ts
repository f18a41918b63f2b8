import { Injectable } from '@nestjs/common';
import { auditService } from '../../platform/audit/service-audit.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Connection } from '../../platform/persistence/connection.js';
import { newId } from '../../platform/persistence/new-id.js';
import { statement } from '../../platform/persistence/statement.js';
import type { TransportError } from '../outgoing/outgoing-posts.js';
import { WorkerTransactions } from '../worker-transactions.js';
import { Coalescer } from './coalescer.js';
import type { ClaimedDelivery } from './delivery-queue.js';
import { FAILING_LIMIT_MS } from './retry-schedule.js';

const GONE = 410;

/** The result of an attempt that was made. */
export interface Attempt {
  delivery: ClaimedDelivery;
  /** Of the secret that it was signed with; null where it never got so far. */
  secretVersion: number | null;
  status: number | null;
  error: TransportError | 'bad_status' | null;
  body: string;
  latencyMs: number;
  attemptedAt: Date;
  /** When it is to be tried again; null after a success and after the last attempt. */
  dueAt: Date | null;
}

const noteSuccess = statement(
  'note_subscription_success',
  `update webhook_subscriptions set failing_since = null
   where organization_id = $1 and id = $2 and failing_since is not null`,
);

const noteFailure = statement(
  'note_subscription_failure',
  `update webhook_subscriptions set failing_since = $3
   where organization_id = $1 and id = $2 and failing_since is null`,
);

interface Paused {
  id: string;
  /** It answered 410; else it has failed for too long. */
  gone: boolean | null;
}

const pause = statement<Paused>(
  'pause_subscription_by_worker',
  `update webhook_subscriptions set status = 'paused', updated_at = $3
   where organization_id = $1 and id = $2 and status = 'active'
     and (failing_since <= $4 or (secret_version = $5 and endpoint_url = $6))
   returning id, secret_version = $5 and endpoint_url = $6 as gone`,
);

// One statement for all: only who still holds the lease finishes a delivery, and only then is the attempt logged. The
// ids are given by themselves too, so that the rows are found by their keys however little is known of the tables.
const finish = statement<{ delivery_id: string }>(
  'finish_webhook_deliveries',
  `with outcome as (
     select * from jsonb_to_recordset($2::jsonb) as o (
       id uuid, delivery_id uuid, token uuid, succeeded boolean, due_at timestamptz, attempted_at timestamptz,
       completed_at timestamptz, latency_ms integer, status integer, body text, error text)),
   finished as (
     update webhook_deliveries d set
       status = case when o.succeeded then 'succeeded' when o.due_at is null then 'failed' else 'pending' end,
       round_attempts = d.round_attempts + 1, attempt_count = d.attempt_count + 1,
       due_at = o.due_at, completed_at = o.completed_at, lease_token = null
     from outcome o
     where d.organization_id = $1 and d.id = any($3::uuid[]) and d.id = o.delivery_id and d.lease_token = o.token
     returning o.id, d.id as delivery_id, d.attempt_count, o.attempted_at, o.latency_ms, o.status as answered, o.body,
               o.error)
   insert into webhook_delivery_attempts
     (organization_id, id, delivery_id, number, attempted_at, latency_ms, response_status, response_body, error)
   select $1, id, delivery_id, attempt_count, attempted_at, latency_ms, answered, body, error from finished
   returning delivery_id`,
);

/** Writes down what came of attempts; those of an organization that end together share one transaction. */
@Injectable()
export class AttemptRecorder {
  private readonly batches = new Coalescer<Attempt, boolean>((key, attempts) => this.write(key, attempts));

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly clock: Clock,
  ) {}

  /** False when the lease was lost meanwhile: somebody else answers for the delivery. */
  record(attempt: Attempt): Promise<boolean> {
    return this.batches.add(attempt.delivery.organizationId, attempt);
  }

  private write(organizationId: string, attempts: Attempt[]): Promise<boolean[]> {
    return this.transactions.inTenant(organizationId, async (connection) => {
      // Subscriptions before deliveries, and in order, as whoever else locks both does.
      const ids = [...new Set(attempts.map(({ delivery }) => delivery.subscriptionId))].sort();
      const pausing = ids.flatMap((id) => {
        const own = attempts.filter(({ delivery }) => delivery.subscriptionId === id);
        return this.noteHealth(connection, organizationId, id, own) ?? [];
      });
      const { rows } = await connection.send(finish, [
        organizationId,
        JSON.stringify(attempts.map(outcomeRow)),
        attempts.map(({ delivery }) => delivery.id),
      ]);
      const finished = new Set(rows.map((row) => row.delivery_id));
      for (const paused of pausing) await this.auditPause(connection, organizationId, (await paused).rows.at(0));
      return attempts.map(({ delivery }) => finished.has(delivery.id));
    });
  }

  /** Answers with what came of pausing the subscription, where there was reason to. */
  private noteHealth(connection: Connection, organizationId: string, id: string, attempts: Attempt[]) {
    const now = this.clock.now();
    const gone = attempts.find(({ status }) => status === GONE);
    if (attempts.some(({ error }) => error === null)) {
      void connection.send(noteSuccess, [organizationId, id]);
      if (!gone) return undefined;
    } else {
      void connection.send(noteFailure, [organizationId, id, now.toISOString()]);
    }
    const longAgo = new Date(now.getTime() - FAILING_LIMIT_MS).toISOString();
    return connection.send(pause, [
      organizationId,
      id,
      now.toISOString(),
      longAgo,
      gone?.secretVersion ?? null,
      gone?.delivery.endpointUrl ?? null,
    ]);
  }

  private async auditPause(connection: Connection, organizationId: string, paused?: Paused): Promise<void> {
    if (!paused) return;
    await auditService(connection, organizationId, {
      action: 'webhook_subscription.paused',
      targetType: 'webhook_subscription',
      targetId: paused.id,
      changes: { status: { from: 'active', to: 'paused' }, reason: paused.gone ? 'gone' : 'failing' },
      occurredAt: this.clock.now().toISOString(),
    });
  }
}

function outcomeRow(attempt: Attempt): object {
  const succeeded = attempt.error === null;
  return {
    id: newId(),
    delivery_id: attempt.delivery.id,
    token: attempt.delivery.leaseToken,
    succeeded,
    due_at: attempt.dueAt?.toISOString() ?? null,
    attempted_at: attempt.attemptedAt.toISOString(),
    completed_at:
      attempt.dueAt === null ? new Date(attempt.attemptedAt.getTime() + attempt.latencyMs).toISOString() : null,
    latency_ms: attempt.latencyMs,
    status: attempt.status,
    body: attempt.status === null ? null : attempt.body,
    error: attempt.error,
  };
}
