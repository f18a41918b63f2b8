import { newId } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import type { AuditedName } from '../events/audited-names.js';
import type { EventDeclaration } from '../events/event.js';
import type { Changes } from '../persistence/field-changes.js';
import { writeTrail } from './trail.js';

/** A change outside of any operation: by the service itself, without an actor, or by the command line. */
export interface ServiceAct<Data extends object = object> {
  audited: AuditedName;
  targetId: string;
  /** An account. */
  actorId?: string;
  correlationId?: string;
  changes: Changes;
  event?: { declaration: EventDeclaration<Data>; data: Data };
  occurredAt: Date;
}

/** Writes the audit entry and, if there is one, the event, in the transaction of the change. */
export function recordServiceAct<Data extends object>(tenant: TenantSession, act: ServiceAct<Data>): Promise<unknown> {
  return writeTrail(tenant, {
    action: act.audited.action,
    targetType: act.audited.targetType,
    targetId: act.targetId,
    actor: act.actorId ?? null,
    apiKey: null,
    changes: act.changes,
    correlationId: act.correlationId ?? newId(),
    at: act.occurredAt,
    event: act.event ?? null,
    keyId: null,
    result: null,
  });
}
