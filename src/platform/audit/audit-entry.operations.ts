import { administrators } from '../access/access-rule.js';
import { pageOf } from '../lists/page.js';
import { declareRead } from '../operations/operation.js';
import { AuditEntriesQuery, AuditEntry } from './audit-entry.dto.js';

export const listAuditEntries = declareRead({
  name: 'list_audit_entries',
  path: '/audit-entries',
  tag: 'Audit',
  summary: 'List audit entries',
  description:
    'Every write of the organization, the latest first: who did what to which resource, and what changed. What the ' +
    'service did by itself, such as pausing a webhook subscription, has no actor.',
  access: administrators,
  query: AuditEntriesQuery,
  response: pageOf(AuditEntry),
  refusals: {
    400: 'A filter is invalid, or the cursor is none of this list.',
    403: 'The caller is neither OWNER nor ADMIN.',
  },
});
