import type { ProgramStatus } from './program.entity.js';

/** What restoration needs of a status change. */
export interface StatusChange {
  fromStatus: ProgramStatus | null;
  toStatus: ProgramStatus;
}

/**
 * The status that an archived program verifiably had: its last change is the archival, from active or draft, and the
 * change before it ended in that same status. Null when the history is missing or contradicts itself.
 *
 * @param latestFirst the program's changes, the last one first; two are enough
 */
export function verifiedPreviousStatus(latestFirst: readonly StatusChange[]): 'active' | 'draft' | null {
  const [archival, before] = latestFirst;
  if (archival?.toStatus !== 'archived' || before === undefined) return null;
  const previous = archival.fromStatus;
  if (previous !== 'active' && previous !== 'draft') return null;
  return before.toStatus === previous ? previous : null;
}
