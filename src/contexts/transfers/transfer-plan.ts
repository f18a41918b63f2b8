import type { EnrollmentStatus } from '#contexts/enrollments/enrollments.public.js';
import type { TransferableFollowUp } from '#contexts/follow-up/follow-up.public.js';
import type { TransferableMembership } from '#contexts/groups/groups.public.js';
import type { CoachAssignment } from '#contexts/identity/identity.public.js';
import type { TransferableQuestion } from '#contexts/media/media.public.js';
import type { TransferableTask } from '#contexts/tasks/tasks.public.js';
import { isClosed, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import {
  MAX_MOVED,
  type EndedWithEnrollment,
  type MovedWithEnrollment,
  type TransferRefusalCode,
} from './transfer.dto.js';

export interface CohortPlace {
  id: string;
  programId: string;
  status: CohortStatus;
  capacity: number | null;
  timezone: string;
}

/** Everything that decides on a transfer, read at one instant or under locks. */
export interface TransferState {
  status: EnrollmentStatus;
  from: CohortPlace;
  to: CohortPlace;
  seats: { taken: number; ofPerson: boolean };
  isMemberActive: boolean;
  tasks: readonly TransferableTask[];
  followUp: TransferableFollowUp;
  questions: readonly TransferableQuestion[];
  memberships: readonly TransferableMembership[];
  coaches: readonly CoachAssignment[];
}

export interface TransferPlan extends TransferState {
  /** The memberships by what becomes of them. */
  ended: readonly TransferableMembership[];
  continued: readonly TransferableMembership[];
  refusals: { code: TransferRefusalCode; issue: string }[];
  moves: MovedWithEnrollment;
  ends: EndedWithEnrollment;
}

const OPEN: readonly EnrollmentStatus[] = ['pending', 'active', 'paused'];

/** The plan of a transfer, which its preview shows. */
export function planTransfer(state: TransferState, { keepCoaches }: { keepCoaches: boolean }): TransferPlan {
  const { memberships, tasks, followUp, coaches, questions } = state;
  const [continued, ended] = [memberships.filter(goesOn), memberships.filter((membership) => !goesOn(membership))];
  const moves = {
    memberTasks: tasks.length,
    blockers: followUp.blockers.length,
    interventions: followUp.interventions.length,
    coachingSessions: followUp.coachingSessions.length,
    groupMemberships: continued.length,
    responsibilities: keepCoaches ? coaches.length : 0,
    videoQuestions: questions.length,
  };
  const refusals = refusalsOf(state, moves);
  return { ...state, continued, ended, refusals, moves, ends: { groupMemberships: ended.length } };

  /** An archived group takes no memberships. */
  function goesOn({ scope, isArchived }: TransferableMembership): boolean {
    if (isArchived || scope === 'cohort') return false;
    return scope === 'organization' || state.from.programId === state.to.programId;
  }
}

function refusalsOf({ status, from, to, seats, ...state }: TransferState, moves: MovedWithEnrollment) {
  const total = Object.values({ ...moves }).reduce((sum, count) => sum + count, 0);
  const isFull = to.capacity !== null && seats.taken >= to.capacity;
  const judged: [refused: boolean, code: TransferRefusalCode, issue: string][] = [
    [!OPEN.includes(status), 'status', `The enrollment is ${status}.`],
    [from.id === to.id, 'same_cohort', 'The enrollment is in the cohort.'],
    [isClosed(to.status), 'cohort_closed', `The cohort is ${to.status}.`],
    [isFull, 'cohort_full', 'The cohort is full.'],
    [seats.ofPerson, 'seat_taken', 'The person already has a seat in the cohort.'],
    [!state.isMemberActive, 'member_detached', 'The member is detached.'],
    [total > MAX_MOVED, 'too_many', `More than ${MAX_MOVED} rows would move.`],
  ];
  return judged.flatMap(([refused, code, issue]) => (refused ? [{ code, issue }] : []));
}
