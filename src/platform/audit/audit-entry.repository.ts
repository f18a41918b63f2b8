import { Injectable } from '@nestjs/common';
import type { Page } from '../lists/page.js';
import { trailPage } from '../lists/trail-page.js';
import type { Scope } from '../persistence/scope.js';
import { toAuditEntry, type AuditEntriesQuery, type AuditEntry } from './audit-entry.dto.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

@Injectable()
export class AuditEntryRepository {
  list(scope: Scope, query: AuditEntriesQuery): Promise<Page<AuditEntry>> {
    const { targetType, targetId, actorId, action } = query;
    return trailPage(scope, AuditEntryEntity, query, { targetType, targetId, actorId, action }, toAuditEntry);
  }
}
