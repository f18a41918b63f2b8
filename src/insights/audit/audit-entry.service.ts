import { Injectable } from '@nestjs/common';
import { type Page, trailPage } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { AuditEntryEntity } from '#kernel/trail';
import { insightTables } from '../insights.tables.js';
import { AuditEntry, StoredAuditEntry, type AuditEntriesQuery } from './audit-entry.dto.js';

const listKeys = insightTables
  .statement(
    'list_keys_of_entries',
    { ids: 'uuid[]' },
    `select id, name, created_by as "createdBy" from api_keys
     where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; name: string; createdBy: string }>();

@Injectable()
export class AuditEntryService {
  async list(scope: Scope, query: AuditEntriesQuery): Promise<Page<AuditEntry>> {
    const { targetType, targetId, actorId, action, correlationId } = query;
    const equal = { targetType, targetId, actorId, action, correlationId };
    const { items, nextCursor } = await trailPage(scope, AuditEntryEntity, query, equal, StoredAuditEntry);
    const ids = [...new Set(items.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
    const keys = new Map((await scope.query(listKeys, { ids })).map((key) => [key.id, key]));
    const described = items.map((entry) => {
      const key = entry.apiKeyId === null ? undefined : keys.get(entry.apiKeyId);
      const others = key !== undefined && key.createdBy !== entry.actorId;
      return { ...entry, apiKeyName: key?.name ?? null, apiKeyCreatedBy: others ? key.createdBy : null };
    });
    return { items: described, nextCursor };
  }
}
