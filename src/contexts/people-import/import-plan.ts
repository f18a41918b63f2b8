import type { CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { WholeNumber } from '#kernel/fields';

export const MATCH_KEYS = ['email', 'externalId'] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

export const MEMBER_PLANS = ['create', 'match', 'refuse'] as const;
export const ENROLLMENT_PLANS = ['create', 'exists', 'none', 'refuse'] as const;
export const COACH_PLANS = ['assign', 'exists', 'none', 'refuse'] as const;
export const WARNINGS = ['name_differs', 'email_differs', 'external_id_differs'] as const;
export const REFUSALS = {
  invalid: 'is invalid',
  ragged: 'must have as many cells as the header row',
  not_student: 'must be student',
  to_be_deleted: 'must not be tobedeleted: an import removes nobody',
  repeated: 'is that of an earlier row',
  identity_conflict: 'belongs to another person than the e-mail address',
  member_detached: 'is that of a detached member: set reattach to add it again',
  cohort_not_found: 'must be a cohort of the organization',
  cohort_closed: 'is a cohort that is completed or archived',
  cohort_full: 'is a cohort without a free seat',
  no_enrollment: 'needs a cohort in which the person is enrolled',
  coach_not_found: 'must be the e-mail address of an active member of the organization',
  coach_full: 'is that of a member with the most responsibilities that are allowed',
} as const;

export type MemberPlan = (typeof MEMBER_PLANS)[number];
export type EnrollmentPlan = (typeof ENROLLMENT_PLANS)[number];
export type CoachPlan = (typeof COACH_PLANS)[number];
export type Warning = (typeof WARNINGS)[number];
export type RefusalCode = keyof typeof REFUSALS;

export interface RowIssue {
  field: string;
  code: RefusalCode;
  issue: string;
}

export function rowIssue(field: string, code: RefusalCode, issue: string = REFUSALS[code]): RowIssue {
  return { field, code, issue };
}

/** A row as it was sent. A field that was invalid is null and among the `inputIssues`. */
export interface PersonRow {
  email: string | null;
  name: string | null;
  externalId: string | null;
  cohortId: string | null;
  enrollmentStatus: 'pending' | 'active' | null;
  coachEmail: string | null;
  inputIssues: readonly RowIssue[];
}

export interface KnownMember {
  id: string;
  accountId: string;
  name: string;
  externalId: string | null;
}

export interface KnownCohort {
  status: CohortStatus;
  capacity: number | null;
  seats: number;
}

/** The organization's rows that the file names. Read by a fixed number of statements. */
export interface ImportFacts {
  /** Account ids by address; of all organizations. */
  accounts: ReadonlyMap<string, string>;
  /** Active members by account. */
  byAccount: ReadonlyMap<string, KnownMember>;
  /** Accounts by external id: that of the active member who has it, or else those of all detached ones. */
  byExternalId: ReadonlyMap<string, readonly string[]>;
  /** Accounts of detached members, and whether any of these had an external id. */
  detached: ReadonlyMap<string, boolean>;
  cohorts: ReadonlyMap<string, KnownCohort>;
  /** Enrollments that take a seat, by `pair(cohort, account)`. */
  seated: ReadonlyMap<string, string>;
  /** The number of current responsibilities by member id. */
  responsibilities: ReadonlyMap<string, number>;
  /** `pair(member, cohort or enrollment)` of current coach assignments. */
  coached: ReadonlySet<string>;
}

export interface ImportOptions {
  matchBy: MatchKey;
  reattach: boolean;
  cohortId: string | null;
  enrollmentStatus: 'pending' | 'active';
  /** The most current responsibilities of a member. */
  maxResponsibilities: number;
}

export interface Verdict {
  member: MemberPlan;
  enrollment: EnrollmentPlan;
  coach: CoachPlan;
  warnings: Warning[];
  issues: RowIssue[];
  /** The member that the row matches. */
  memberId: string | null;
  /** The account of a person whom the service knows; of a row that is not refused. */
  accountId: string | null;
  /** The enrollment that exists. */
  enrollmentId: string | null;
  cohortId: string | null;
  enrollmentStatus: 'pending' | 'active';
  coachId: string | null;
}

/** Rows that are refused count in `total`, `warned` and `refused` only. */
export class PeopleImportCounts {
  @WholeNumber({ description: 'Number of rows' }) total: number;
  @WholeNumber({ description: 'Rows whose person becomes a member' }) create: number;
  @WholeNumber({ description: 'Rows whose person is a member' }) match: number;
  @WholeNumber({ description: 'Rows with a new enrollment' }) enroll: number;
  @WholeNumber({ description: 'Rows with a new coach assignment' }) coach: number;
  @WholeNumber({ description: 'Rows of members with nothing to enroll or assign' }) unchanged: number;
  @WholeNumber({ description: 'Rows with a warning' }) warned: number;
  @WholeNumber({ description: 'Rows of which nothing is done' }) refused: number;
}

export const pair = (one: string, other: string): string => `${one} ${other}`;

export function isRefused({ member, enrollment, coach }: Pick<Verdict, 'member' | 'enrollment' | 'coach'>): boolean {
  return member === 'refuse' || enrollment === 'refuse' || coach === 'refuse';
}

export function countVerdicts(verdicts: readonly Verdict[]): PeopleImportCounts {
  const accepted = verdicts.filter((verdict) => !isRefused(verdict));
  const count = (holds: (verdict: Verdict) => boolean): number => accepted.filter(holds).length;
  return {
    total: verdicts.length,
    create: count(({ member }) => member === 'create'),
    match: count(({ member }) => member === 'match'),
    enroll: count(({ enrollment }) => enrollment === 'create'),
    coach: count(({ coach }) => coach === 'assign'),
    unchanged: count(
      ({ member, enrollment, coach }) => member === 'match' && enrollment !== 'create' && coach !== 'assign',
    ),
    warned: verdicts.filter(({ warnings }) => warnings.length > 0).length,
    refused: verdicts.length - accepted.length,
  };
}
