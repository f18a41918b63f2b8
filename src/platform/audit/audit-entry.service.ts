import { Injectable } from '@nestjs/common';
import type { Page } from '../lists/page.js';
import type { Scope } from '../persistence/scope.js';
import type { AuditEntriesQuery, AuditEntry } from './audit-entry.dto.js';
import { AuditEntryRepository } from './audit-entry.repository.js';

@Injectable()
export class AuditEntryService {
  constructor(private readonly entries: AuditEntryRepository) {}

  list(scope: Scope, query: AuditEntriesQuery): Promise<Page<AuditEntry>> {
    return this.entries.list(scope, query);
  }
}
