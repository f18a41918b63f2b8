import type { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import type { ProgramStatus } from './program.entity.js';

/** The statuses of a change, which a restoration is verified against. */
export type StatusChange = Pick<ProgramStatusChangeEntity, 'fromStatus' | 'toStatus'>;

export const RESTORATION_OBSTACLES = ['not_archived', 'history_missing', 'history_contradictory'] as const;

/** The outcome of a restoration: the status that it returns to, or why it is not possible. */
export type Restoration =
  | { restoresTo: 'active' | 'draft'; reason: null }
  | { restoresTo: null; reason: (typeof RESTORATION_OBSTACLES)[number] };

/**
 * An archived program returns to the status that its archival left, if the change before the archival ended in that same
 * status.
 *
 * @param latestFirst the program's last two changes, latest first
 */
export function judgeRestoration(status: ProgramStatus, latestFirst: readonly StatusChange[]): Restoration {
  if (status !== 'archived') return impossible('not_archived');
  const [archival, before] = latestFirst;
  if (archival === undefined || before === undefined) return impossible('history_missing');
  const previous = archival.fromStatus;
  const isConsistent = archival.toStatus === 'archived' && before.toStatus === previous;
  if (!isConsistent || (previous !== 'active' && previous !== 'draft')) return impossible('history_contradictory');
  return { restoresTo: previous, reason: null };
}

function impossible(reason: (typeof RESTORATION_OBSTACLES)[number]): Restoration {
  return { restoresTo: null, reason };
}
