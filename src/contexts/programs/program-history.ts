import type { ProgramStatusChangeEntity } from './program-status-change.entity.js';

/** The statuses of a change, which a restoration is verified against. */
export type StatusChange = Pick<ProgramStatusChangeEntity, 'fromStatus' | 'toStatus'>;

/**
 * The status that an archived program had before: the one that its archival left, if the change before the archival
 * ended in that same status. Null when the history is missing or inconsistent.
 *
 * @param latestFirst the program's last two changes, latest first
 */
export function verifiedPreviousStatus(latestFirst: readonly StatusChange[]): 'active' | 'draft' | null {
  const [archival, before] = latestFirst;
  if (archival?.toStatus !== 'archived' || before === undefined) return null;
  const previous = archival.fromStatus;
  if (previous !== 'active' && previous !== 'draft') return null;
  return before.toStatus === previous ? previous : null;
}
