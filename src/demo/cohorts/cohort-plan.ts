export type ProgramName = 'Leadership Essentials' | 'Coaching Practice';

/** Days are counted from today: -3 is three days ago. People are named by their first names, several of them `'Lea Luc'`. */
export interface CohortPlan {
  name: string;
  program: ProgramName;
  timezone: string;
  capacity: number;
  created: number;
  starts: number;
  ends?: number;
  /** On which day each was reached. */
  statuses: Readonly<Record<string, number>>;
  /** On which day each began; null: not yet. */
  phases: Readonly<Record<string, number | null>>;
  imports: readonly ImportPlan[];
  coaches: readonly CoachPlan[];
  groups?: readonly GroupPlan[];
  lives: readonly LivePlan[];
  tasks: readonly TaskPlan[];
  events: readonly EventPlan[];
}

/** A list of people that is imported and enrolled. */
export interface ImportPlan {
  day: number;
  people: string;
  status: 'pending' | 'active';
}

/** The enrollments that a member of the staff coaches; by default all of the cohort. */
export interface CoachPlan {
  day: number;
  coach: StaffName;
  people?: string;
}

export interface GroupPlan {
  day: number;
  name: string;
  type: 'level' | 'specialty' | 'accountability';
  people: string;
}

/** A live session; its attendance is recorded on the day after it. Whoever is not named was present. */
export interface LivePlan {
  day: number;
  title: string;
  absent?: string;
  excused?: string;
}

/** A task of the cohort, published on a day; with `reviewer` it expects a link or a file, which that one reviews. */
export interface TaskPlan {
  title: string;
  day: number;
  due: number;
  reviewer?: 'coach' | 'reviewer';
  expectations?: string;
  criteria?: string;
  newEnrollments?: boolean;
  handedIn?: readonly SubmissionPlan[];
  completed?: { day: number; who: string };
  /** With all that nobody handed in. */
  archived?: number;
}

export interface SubmissionPlan {
  day: number;
  who: string;
  reviewed?: { day: number; verdict: 'accepted' | 'changes_requested'; comment?: string };
}

/** An operation on the enrollment of `who` or on all of theirs. */
export interface EventPlan {
  day: number;
  by: StaffName;
  who: string | null;
  operation: string;
  fields: Readonly<Record<string, unknown>>;
  /** The operation on what this one has made, whose id is in its path. */
  then?: EventPlan;
}

/** The operations of somebody of the staff: `coach(-20, 'create_note', 'Luc', { body: 'Settled in well.' })`. */
export function actsOf(by: StaffName) {
  return (
    day: number,
    operation: string,
    who: string | null = null,
    fields: EventPlan['fields'] = {},
    then?: EventPlan,
  ): EventPlan => ({ day, by, who, operation, fields, then });
}

export const STAFF_NAMES = [
  'owner',
  'admin',
  'director',
  'coach',
  'reviewer',
  'leaving',
  'former',
  'closer',
  'newCloser',
] as const;
export type StaffName = (typeof STAFF_NAMES)[number];

/** A plan is made from it. */
export interface PlanContext {
  /** The instant on a day. */
  on: (day: number) => string;
  accountOf: (name: StaffName) => string;
}
