import { administrators } from '#kernel/access';
import { pageOf } from '#kernel/lists';
import { declareRead } from '#kernel/operations';
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
