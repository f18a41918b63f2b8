import { administrators } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { AuditEntriesQuery, AuditEntry } from './audit-entry.dto.js';

export const listAuditEntries = declareList({
  name: 'list_audit_entries',
  path: '/audit-entries',
  tag: 'Audit',
  summary: 'List audit entries',
  description:
    'One entry for every write in the organization, newest first. Changes by the service itself, such as pausing a ' +
    'webhook subscription, have no actor.',
  access: administrators,
  query: AuditEntriesQuery,
  mayLag: true,
  item: AuditEntry,
});
