import type { TimelineKind, TimelineResource } from './timeline-kinds.js';

/** Where timeline items are read from: SQL on rows `i` of an enrollment. */
export interface TimelineSource {
  /** One kind, or several with the SQL that tells which one a row is. */
  kind: TimelineKind | { of: readonly TimelineKind[]; sql: string };
  from: string;
  where?: string;
  /** When it happened. An index has the rows of the enrollment in this order. */
  at: string;
  /** When it was entered; by default `at`. Null: it is in the audit entry. */
  recordedAt?: string;
  resource: TimelineResource;
  resourceId?: string;
  /** Null: it is in the audit entry. */
  actor: string | null;
  /** The title, or the text. Or the column that names the row with the title: a row of `resource`, or the deliverable of a submission. */
  text: string | { titleOf: string };
  outcome: string;
}
