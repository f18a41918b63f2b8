import type { QueryResult } from 'pg';
import { checkEventSize } from '../events/event-size.js';
import type { Connection } from '../persistence/connection.js';
import { statement } from '../persistence/statement.js';
import type { UnitOfWork } from '../persistence/unit-of-work.js';
import type { WriteOperation } from './operation.js';

/**
 * The audit entry, the event and the stored first result, in one statement: three of their own would cost every write
 * two more. An event waits in the outbox only where somebody follows the events of the organization.
 */
const recordWrite = statement<{ followed: boolean }>(
  'record_write',
  `with audited as (
     insert into audit_entries (organization_id, id, action, target_type, target_id, actor_id, api_key_id, changes,
                                correlation_id, occurred_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   ), happened as (
     insert into events (organization_id, id, name, data, correlation_id, occurred_at)
     select $1, $11::uuid, $12::text, $13::jsonb, $9, $10 where $11 is not null
   ), waiting as (
     insert into event_outbox (organization_id, id, occurred_at)
     select $1, $11, $10 where $11 is not null and exists (
       select from webhook_subscriptions where organization_id = $1 and deleted_at is null)
     returning id
   ), kept as (
     update idempotency_keys set result = $15 where organization_id = $1 and id = $14
   )
   select exists (select from waiting) as followed`,
);

/**
 * Sends what a write leaves besides its change, held against what the operation declared. The answer says whether the
 * event is followed.
 */
export function sendTrail(
  connection: Connection,
  operation: WriteOperation,
  uow: UnitOfWork,
  { keyId, result }: { keyId: string; result: unknown },
): Promise<QueryResult<{ followed: boolean }>> {
  const record = uow.changeRecord;
  if (!record) throw new Error(`${operation.name} recorded no change`);
  const { event } = record;
  const quietly = event === null && (operation.mayChangeNothing ?? false);
  if (!quietly && event?.declaration !== operation.event) {
    throw new Error(`${operation.name} recorded another event than it declares`);
  }
  if (event) checkEventSize(event.declaration.name, event.data);
  return connection.send(recordWrite, [
    uow.organizationId,
    uow.newId(),
    operation.action,
    operation.targetType,
    record.targetId,
    uow.caller.accountId,
    uow.caller.apiKeyId,
    JSON.stringify(record.changes),
    uow.correlationId,
    uow.now.toISOString(),
    event ? uow.newId() : null,
    event ? event.declaration.name : null,
    event ? JSON.stringify(event.data) : null,
    keyId,
    JSON.stringify(result),
  ]);
}
