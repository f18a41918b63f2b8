import { Uuid } from '../fields/identifiers.js';
import { OpenObject } from '../fields/nested.js';
import { Text } from '../fields/text.js';
import { Instant } from '../fields/time.js';
import { TrailQuery } from '../lists/trail-page.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';

export class AuditEntriesQuery extends TrailQuery {
  @Text({ optional: true, description: 'The type of what was acted on', example: 'program' })
  targetType?: string;

  @Uuid({ optional: true, description: 'What was acted on' })
  targetId?: string;

  @Uuid({ optional: true, description: 'The account that acted' })
  actorId?: string;

  @Text({ optional: true, description: 'What was done', example: 'program.restored' })
  action?: string;
}

export class AuditEntry {
  @Text({ description: 'What was done', example: 'program.restored' })
  action: string;

  @Text({ description: 'The type of what was acted on', example: 'program' })
  targetType: string;

  @Uuid({ description: 'What was acted on' })
  targetId: string;

  @Uuid({ nullable: true, description: 'The account that acted; null where the service itself did' })
  actorId: string | null;

  @Text({ description: 'The id of the exchange in which it was done' })
  correlationId: string;

  @Instant({ description: 'When it was done, UTC' })
  occurredAt: string;

  @OpenObject({ description: 'What changed', example: { status: { from: 'archived', to: 'active' } } })
  changes: Record<string, unknown>;
}

export function toAuditEntry(row: AuditEntryEntity): AuditEntry {
  return {
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    actorId: row.actorId,
    correlationId: row.correlationId,
    occurredAt: row.occurredAt.toISOString(),
    changes: row.changes,
  };
}
