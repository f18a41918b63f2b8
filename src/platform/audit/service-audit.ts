import type { Connection } from '../persistence/connection.js';
import { newId } from '../persistence/new-id.js';
import { statement } from '../persistence/statement.js';

const insertEntry = statement(
  'insert_audit_entry_of_service',
  `insert into audit_entries
     (organization_id, id, action, target_type, target_id, correlation_id, changes, occurred_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Something that the service did by itself: nobody asked for it, so there is no actor. */
export interface ServiceAct {
  action: string;
  targetType: string;
  targetId: string;
  changes: Record<string, unknown>;
  occurredAt: string;
}

/** Writes its audit entry, in the transaction of the change. */
export async function auditService(connection: Connection, organizationId: string, act: ServiceAct): Promise<void> {
  const { action, targetType, targetId, changes, occurredAt } = act;
  const text = JSON.stringify(changes);
  const correlationId = newId();
  await connection.send(insertEntry, [
    organizationId,
    newId(),
    action,
    targetType,
    targetId,
    correlationId,
    text,
    occurredAt,
  ]);
}
