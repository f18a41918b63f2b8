import type { TimelineKind, TimelineResource } from './timeline-kinds.js';

/** Where timeline items are read from: SQL on rows `i` of an enrollment. */
export interface TimelineSource {
  /** One kind, or several with the SQL that tells which one a row is. */
  kind: TimelineKind | { of: readonly TimelineKind[]; sql: string };
  from: string;
  where?: string;
  /** When it happened. An index has the rows of the enrollment in this order, unless `bounded`. */
  at: string;
  id?: string;
  /** When it was entered; by default `at`. Null: it is in the audit entry. */
  recordedAt?: string;
  resource: TimelineResource;
  resourceId?: string;
  /** Null: it is in the audit entry. */
  actor: string | null;
  /** The title, or the text. Or the column that names the row with the title: a deliverable, live session or group. */
  text: string | { titleOf: string };
  outcome: string;
  /** Reads all rows of the enrollment: why they are few. */
  bounded?: string;
}

/**
 * The rows of a table with their audit entries of one action, which an index has for few actions. OFFSET keeps PostgreSQL
 * from reading those of the organization in the order of time, until enough of them belong to the enrollment.
 */
export const entriesOf = (table: string, action: TimelineKind): string => `(
    select e.target_id, e.id, e.actor_id, e.occurred_at, e.changes from audit_entries e
    where e.organization_id = :organization and e.action = '${action}' and e.target_id = any(array(
      select t.id from ${table} t where t.organization_id = :organization and t.enrollment_id = :enrollment))
    offset 0) a
  join ${table} i on i.organization_id = :organization and i.id = a.target_id`;
