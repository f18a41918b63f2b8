import type { Schemas } from '@delivery-service/client';

export type Cockpit = Schemas['Cockpit'];
export type Signal = Schemas['CockpitMembersPage']['signal'];

const SIGNALS: readonly string[] = [
  'all',
  'active',
  'pending',
  'paused',
  'completed',
  'on_time',
  'late',
  'at_risk',
  'unknown',
  'reviews',
  'overdue_reviews',
  'blockers',
  'urgent_blockers',
  'absences',
  'repeated_absences',
  'without_intervention',
] satisfies Signal[];

/** The signal in an address; null where there is none, or an unknown one. */
export function signalOf(text: string | null): Signal | null {
  return text !== null && SIGNALS.includes(text) ? (text as Signal) : null;
}

/** The number of the cockpit that a signal has people behind; null where it is not measured. */
export function numberOf(
  { members, rhythm, reviews, blockers, absences, withoutIntervention }: Cockpit,
  signal: Signal,
): number | null {
  switch (signal) {
    case 'all':
      return members.total;
    case 'active':
    case 'pending':
    case 'completed':
      return members[signal];
    case 'paused':
      return members.total - members.active - members.pending - members.completed;
    case 'on_time':
    case 'late':
    case 'at_risk':
    case 'unknown':
      return rhythm[signal];
    case 'reviews':
      return reviews.total;
    case 'overdue_reviews':
      return reviews.highlighted;
    case 'blockers':
      return blockers.total;
    case 'urgent_blockers':
      return blockers.highlighted;
    case 'absences':
      return absences.measured ? absences.total : null;
    case 'repeated_absences':
      return absences.measured ? absences.highlighted : null;
    case 'without_intervention':
      return withoutIntervention;
  }
}

/** The reason that an intervention on people behind a signal has. */
export function reasonOf(signal: Signal): Schemas['Intervention']['reason'] {
  if (signal === 'late' || signal === 'at_risk') return signal;
  if (signal === 'blockers' || signal === 'urgent_blockers') return 'blocker';
  if (signal === 'absences' || signal === 'repeated_absences') return 'absence';
  return signal === 'without_intervention' ? 'no_intervention' : 'other';
}

export function nameOf({ memberName, memberId }: Schemas['CockpitMember']): string {
  return memberName ?? memberId;
}
