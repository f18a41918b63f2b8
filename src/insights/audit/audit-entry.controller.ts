import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import type { AuditEntry } from './audit-entry.dto.js';
import { listAuditEntries } from './audit-entry.operations.js';
import { AuditEntryService } from './audit-entry.service.js';

@Controller()
export class AuditEntryController {
  constructor(private readonly entries: AuditEntryService) {}

  @Operation(listAuditEntries)
  list(scope: Scope, { query }: InputOf<typeof listAuditEntries>): Promise<Page<AuditEntry>> {
    return this.entries.list(scope, query);
  }
}
