import { Injectable } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { AuditEntryEntity } from '#kernel/trail';
import { insightTables } from '../insights.tables.js';
import { AUDIT_ENTRIES, type AuditEntriesQuery, type AuditEntry } from './audit-entry.dto.js';
import { OF_PERIOD } from '../trail-query.js';

const listKeys = insightTables
  .statement(
    'list_keys_of_entries',
    { ids: 'uuid[]' },
    `select id, name, created_by as "createdBy" from api_keys
     where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; name: string; createdBy: string }>();

const listEntries = insightTables.list('list_audit_entries', {
  rows: AuditEntryEntity,
  by: ['targetType', 'targetId', 'actorId', 'action', 'correlationId'],
  filters: OF_PERIOD,
  order: { desc: ['occurredAt', 'id'] },
});

@Injectable()
export class AuditEntryService {
  list(scope: Scope, query: AuditEntriesQuery): Promise<Page<AuditEntry>> {
    return scope.list(listEntries, query, async (entries) => {
      const ids = [...new Set(entries.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
      const keys = new Map((await scope.query(listKeys, { ids })).map((key) => [key.id, key]));
      const keyed = entries.map((entry) => {
        const key = entry.apiKeyId === null ? undefined : keys.get(entry.apiKeyId);
        const others = key !== undefined && key.createdBy !== entry.actorId;
        return { ...entry, apiKeyName: key?.name ?? null, apiKeyCreatedBy: others ? key.createdBy : null };
      });
      return AUDIT_ENTRIES.all(scope, keyed);
    });
  }
}
