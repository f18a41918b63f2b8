import { LAST_ID, type TenantSession } from '#kernel/persistence';
import type { Signal } from '../rule/reminder-rule.entity.js';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** An active rule, as the job reads it. */
export interface ActiveRule {
  id: string;
  signal: Signal;
  offsetMinutes: number | null;
  days: number | null;
  activeSince: Date;
}

/** The moments of a rule that are looked at: after `after`, up to `until`. */
export interface RuleRange {
  rule: ActiveRule;
  after: Date;
  until: Date;
}

/** A range of an index, as a statement takes it: what comes after an instant and an id, up to an instant. */
export interface DueWindow {
  range: RuleRange;
  after: Date;
  afterId: string;
  until: Date;
  /** The due instant of something whose instant in the index is `at`. */
  dueOf: (at: Date) => Date;
  /** Further fields of the statement's windows. */
  more?: object;
}

/** A row of a source's statements. */
export interface FoundThing {
  n: number;
  /** The id by which things of one instant are in order. */
  place: string;
  resourceId: string;
  at: Date;
  enrollmentId: string | null;
  cohortId: string | null;
  memberId: string | null;
  accountId: string | null;
  /** When the enrollment last changed. */
  changedAt: Date | null;
}

/** Where the things of a signal are found. */
export interface DueSource {
  resourceType: string;
  windowsOf(tenant: TenantSession, ranges: readonly RuleRange[]): Promise<DueWindow[]>;
  /** The first `each` things in each window, in the order of instant and id. */
  find(tenant: TenantSession, windows: readonly DueWindow[], each: number): Promise<FoundThing[]>;
  /** All things of the enrollments in the windows. Absent where things have no enrollment. */
  findOf?(tenant: TenantSession, windows: readonly DueWindow[], enrollments: readonly string[]): Promise<FoundThing[]>;
  /** Whether what fired is known by the instant in the index, whatever its due instant is. */
  oncePerInstant?: boolean;
}

export function momentOf({ offsetMinutes }: ActiveRule, dueAt: Date): Date {
  return new Date(dueAt.getTime() + (offsetMinutes ?? 0) * MINUTE_MS);
}

/** The range of due instants with these moments. */
export function dueRange({ rule, after, until }: RuleRange): { after: Date; until: Date } {
  const shift = (rule.offsetMinutes ?? 0) * MINUTE_MS;
  return { after: new Date(after.getTime() - shift), until: new Date(until.getTime() - shift) };
}

/** The windows of things that are due a fixed time after their instant in the index. */
export function shiftedWindows(ranges: readonly RuleRange[], shiftMs: number): DueWindow[] {
  return ranges.map((range) => {
    const { after, until } = dueRange(range);
    return {
      range,
      after: new Date(after.getTime() - shiftMs),
      afterId: LAST_ID,
      until: new Date(until.getTime() - shiftMs),
      dueOf: (at) => new Date(at.getTime() + shiftMs),
    };
  });
}

/** The windows as the statements take them. */
export function asRows(windows: readonly DueWindow[]): object[] {
  return windows.map(({ range, after, afterId, until, more }, n) => ({
    ...{ n, rule_id: range.rule.id, after_at: after, after_id: afterId, until_at: until },
    ...more,
  }));
}

/** SQL of the windows `w` and their rules `r`, which are still active. `more` are the types of further fields. */
export const windowsAndRules = (more = ''): string =>
  `jsonb_to_recordset(:windows::jsonb) as w (
     n integer, rule_id uuid, after_at timestamptz, after_id uuid, until_at timestamptz${more})
   join reminder_rules r on r.organization_id = :organization and r.id = w.rule_id and r.status = 'active'`;

/** SQL of the active enrollment `e` with an id, its cohort `k` and member `m`. */
export const activeEnrollment = (id: string): string =>
  `join enrollments e on e.organization_id = :organization and e.id = ${id} and e.status = 'active'
   join cohorts k on k.organization_id = :organization and k.id = e.cohort_id
   join members m on m.organization_id = :organization and m.id = e.member_id`;

/** SQL: the rule is about the cohort `k`. */
export const OF_RULE =
  '(r.cohort_id is null or k.id = r.cohort_id) and (r.program_id is null or k.program_id = r.program_id)';

export const enrollmentColumns = (account: string): string =>
  `e.id as "enrollmentId", k.id as "cohortId", m.id as "memberId", ${account} as "accountId", e.updated_at as "changedAt"`;

/**
 * SQL of a statement's beginning: those of :enrollments that are active, each with its cohort and member. They are found
 * before anything is joined with them: cohorts and rules have no column in common by which PostgreSQL could estimate
 * their join, and where it expects one row, all cohorts, rules and members are multiplied.
 */
export const WITH_CHANGED = `with changed as materialized (
     select e.id, e.updated_at, k.id as cohort_id, k.program_id, k.timezone, m.id as member_id, m.account_id
     from enrollments e
     join cohorts k on k.organization_id = :organization and k.id = e.cohort_id
     join members m on m.organization_id = :organization and m.id = e.member_id
     where e.organization_id = :organization and e.id = any(:enrollments::uuid[]) and e.status = 'active')`;

/** SQL of the changed enrollments `e`, with their cohorts `k` and members `m`. */
export const CHANGED = `changed
     cross join lateral (select changed.id, changed.updated_at) e
     cross join lateral (select changed.cohort_id as id, changed.program_id, changed.timezone) k
     cross join lateral (select changed.member_id as id, changed.account_id) m`;
