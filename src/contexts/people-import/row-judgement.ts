import { isClosed } from '#contexts/cohorts/cohorts.public.js';
import {
  isRefused,
  pair,
  rowIssue,
  type CoachPlan,
  type EnrollmentPlan,
  type ImportFacts,
  type ImportOptions,
  type PersonRow,
  type RefusalCode,
  type RowIssue,
  type Verdict,
  type Warning,
} from './import-plan.js';
import { identify, type NamedPerson } from './row-identity.js';

/**
 * Judges the rows in their order. A row that is refused takes no seat and makes no later one repeated. Pure: what a commit
 * does follows from this and the facts alone.
 */
export function judgeRows(rows: readonly PersonRow[], facts: ImportFacts, options: ImportOptions): Verdict[] {
  const taken = { keys: new Set<string>(), seats: new Map<string, number>(), coaching: new Map<string, number>() };
  return rows.map((row) => {
    const verdict = new RowJudge(row, facts, options, taken).verdict();
    if (isRefused(verdict)) return verdict;
    for (const key of keysOf(row, verdict)) taken.keys.add(key);
    if (verdict.enrollment === 'create' && verdict.cohortId) increment(taken.seats, verdict.cohortId);
    if (verdict.coach === 'assign' && verdict.coachId) increment(taken.coaching, verdict.coachId);
    return verdict;
  });
}

/** The keys and places that earlier rows of the file took. */
interface Taken {
  keys: ReadonlySet<string>;
  seats: ReadonlyMap<string, number>;
  coaching: ReadonlyMap<string, number>;
}

class RowJudge {
  private readonly warnings: Warning[] = [];
  private readonly issues: RowIssue[];

  constructor(
    private readonly row: PersonRow,
    private readonly facts: ImportFacts,
    private readonly options: ImportOptions,
    private readonly taken: Taken,
  ) {
    this.issues = [...row.inputIssues];
  }

  verdict(): Verdict {
    const person = this.issues.length === 0 ? this.judgePerson() : null;
    const cohortId = this.row.cohortId ?? this.options.cohortId;
    const judged = {
      warnings: this.warnings,
      issues: this.issues,
      memberId: person?.member?.id ?? null,
      accountId: person?.accountId ?? null,
      enrollmentId: null,
      cohortId,
      enrollmentStatus: this.row.enrollmentStatus ?? this.options.enrollmentStatus,
      coachId: null,
    };
    if (person === null) return { ...judged, member: 'refuse', enrollment: 'none', coach: 'none' };
    const { enrollment, enrollmentId } = this.judgeEnrollment(cohortId, person.accountId);
    const { coach, coachId } = this.judgeCoach(enrollment, enrollmentId, cohortId);
    return { ...judged, member: person.member ? 'match' : 'create', enrollment, enrollmentId, coach, coachId };
  }

  /** The person whom the row names; null where it is refused. */
  private judgePerson(): NamedPerson | null {
    const { row, facts, options, taken } = this;
    const person = identify(row, facts, options);
    if (person === null) return this.refuse('externalId', 'identity_conflict');
    const repeated = keysOf(row, person).find((key) => taken.keys.has(key));
    if (repeated !== undefined) {
      return this.refuse(repeated.startsWith('externalId ') ? 'externalId' : 'email', 'repeated');
    }
    const { member, accountId, detachedBy } = person;
    if (detachedBy !== null && !options.reattach) return this.refuse(detachedBy, 'member_detached');
    if (member && member.name !== row.name) this.warnings.push('name_differs');
    if (accountId !== (facts.accounts.get(row.email ?? '') ?? null)) this.warnings.push('email_differs');
    if (member && row.externalId !== null && member.externalId !== row.externalId) {
      this.warnings.push('external_id_differs');
    }
    return person;
  }

  private judgeEnrollment(
    cohortId: string | null,
    accountId: string | null,
  ): { enrollment: EnrollmentPlan; enrollmentId: string | null } {
    const refused = { enrollment: 'refuse', enrollmentId: null } as const;
    if (cohortId === null) return { enrollment: 'none', enrollmentId: null };
    const cohort = this.facts.cohorts.get(cohortId);
    if (!cohort) {
      this.refuse('cohortId', 'cohort_not_found');
      return refused;
    }
    const enrollmentId = accountId === null ? undefined : this.facts.seated.get(pair(cohortId, accountId));
    if (enrollmentId !== undefined) return { enrollment: 'exists', enrollmentId };
    const seats = cohort.seats + (this.taken.seats.get(cohortId) ?? 0);
    const isFull = cohort.capacity !== null && seats >= cohort.capacity;
    if (!isClosed(cohort.status) && !isFull) return { enrollment: 'create', enrollmentId: null };
    this.refuse('cohortId', isClosed(cohort.status) ? 'cohort_closed' : 'cohort_full');
    return refused;
  }

  private judgeCoach(
    enrollment: EnrollmentPlan,
    enrollmentId: string | null,
    cohortId: string | null,
  ): { coach: CoachPlan; coachId: string | null } {
    const { coachEmail } = this.row;
    const { facts, options, taken } = this;
    const refused = { coach: 'refuse', coachId: null } as const;
    if (coachEmail === null) return { coach: 'none', coachId: null };
    if (enrollment === 'refuse' || enrollment === 'none' || cohortId === null) {
      if (enrollment === 'none') this.refuse('coachEmail', 'no_enrollment');
      return enrollment === 'none' ? refused : { coach: 'none', coachId: null };
    }
    const coach = facts.byAccount.get(facts.accounts.get(coachEmail) ?? '');
    if (!coach) {
      this.refuse('coachEmail', 'coach_not_found');
      return refused;
    }
    const covered = [cohortId, ...(enrollmentId === null ? [] : [enrollmentId])];
    if (covered.some((id) => facts.coached.has(pair(coach.id, id)))) return { coach: 'exists', coachId: coach.id };
    const current = (facts.responsibilities.get(coach.id) ?? 0) + (taken.coaching.get(coach.id) ?? 0);
    if (current < options.maxResponsibilities) return { coach: 'assign', coachId: coach.id };
    this.refuse('coachEmail', 'coach_full');
    return refused;
  }

  private refuse(field: string, code: RefusalCode): null {
    this.issues.push(rowIssue(field, code));
    return null;
  }
}

/** The keys that identify a row's person within a file. */
function keysOf({ email, externalId }: PersonRow, { accountId }: Pick<Verdict, 'accountId'>): string[] {
  return [
    ...(email === null ? [] : [`email ${email}`]),
    ...(externalId === null ? [] : [`externalId ${externalId}`]),
    ...(accountId === null ? [] : [`account ${accountId}`]),
  ];
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
