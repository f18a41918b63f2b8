import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listAuditEntries } from './audit-entry.operations.js';
import { AuditEntryService } from './audit-entry.service.js';

@Controller()
export class AuditEntryController {
  constructor(private readonly entries: AuditEntryService) {}

  @Operation(listAuditEntries)
  list(scope: Scope, { query }: InputOf<typeof listAuditEntries>) {
    return this.entries.list(scope, query);
  }
}
