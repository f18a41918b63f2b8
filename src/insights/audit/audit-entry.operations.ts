import { administrators } from '#kernel/access/access-rule.js';
import { pageOf } from '#kernel/lists/page.js';
import { declareRead } from '#kernel/operations/operation.js';
import { AuditEntriesQuery, AuditEntry } from './audit-entry.dto.js';

export const listAuditEntries = declareRead({
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
  response: pageOf(AuditEntry),
  refusals: { 400: 'A filter, limit or cursor is invalid.', 403: administrators.forbidden },
});
