import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { dayAfter, minutesOf, wallClock } from '#kernel/clock';
import { nearestInstantInRange, toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import type { DueColumns } from './milestone/milestone-requirement.js';
import { MilestoneProgress, type MilestoneStanding } from './progress.dto.js';
import type { EnrollmentDates } from '../paths/section-opening.js';

/** A milestone of an enrollment: of its path, or of its program. Archived ones are there where they are reached. */
export interface OwnMilestone {
  enrollmentId: string;
  milestoneId: string;
  title: string;
  timezone: string;
  dueAt: Date | null;
  status: MilestoneStanding;
  reachedAt: Date | null;
}

type MilestoneRow = Omit<OwnMilestone, 'dueAt' | 'status'> & DueColumns & EnrollmentDates;

/** SQL of the milestones of the enrollments `e` that a condition selects. */
const milestonesOf = (which: string): string =>
  `select e.id as "enrollmentId", m.id as "milestoneId", m.title, m.due_kind as "dueKind", m.due_days as "dueDays",
     m.due_time as "dueTime", r.reached_at as "reachedAt", e.enrolled_at as "enrolledAt", k.timezone,
     k.start_date::text as "startDate"
   from enrollments e
   join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
   left join enrollment_paths a on a.organization_id = e.organization_id and a.enrollment_id = e.id and a.until is null
   join milestones m on m.organization_id = e.organization_id and m.program_id = k.program_id
   left join milestone_reaches r
     on r.organization_id = e.organization_id and r.enrollment_id = e.id and r.milestone_id = m.id and r.revoked_at is null
   where e.organization_id = :organization and ${which} and (m.status = 'active' or r.id is not null)
     and (a.path_id is null or exists (
       select from path_milestones pm
       where pm.organization_id = :organization and pm.path_id = a.path_id and pm.milestone_id = m.id))
   order by e.id, m.position, m.id`;

const listOfEnrollment = learningTables
  .statement('list_milestones_of_enrollment', { enrollment: 'uuid' }, milestonesOf('e.id = :enrollment'))
  .returning<MilestoneRow>();

const listOfPerson = learningTables
  .statement('list_milestones_of_person', { account: 'uuid' }, milestonesOf(`${OF_PERSON} and e.status in (${SEATED})`))
  .returning<MilestoneRow>();

/** How an enrollment stands with its milestones, by position. */
export async function listMilestoneProgress(scope: Scope, enrollment: string): Promise<MilestoneProgress[]> {
  const rows = await scope.query(listOfEnrollment, { enrollment });
  return rows.map((row) => toResource(MilestoneProgress, standingOf(row, scope.now)));
}

/** The milestones of the caller's enrollments that are not closed otherwise than by completion. */
export async function listOwnMilestones(scope: Scope): Promise<OwnMilestone[]> {
  const rows = await scope.query(listOfPerson, { account: scope.caller.accountId });
  return rows.map((row) => standingOf(row, scope.now));
}

function standingOf(row: MilestoneRow, now: Date): OwnMilestone {
  const { enrollmentId, milestoneId, title, timezone, reachedAt } = row;
  const dueAt = dueOf(row, row);
  const isOverdue = dueAt !== null && dueAt < now;
  const status = reachedAt ? 'reached' : isOverdue ? 'overdue' : 'ahead';
  return { enrollmentId, milestoneId, title, timezone, dueAt, status, reachedAt };
}

/** When a milestone is due; null where it never is, or where the cohort has no start date. */
function dueOf(
  { dueKind: kind, dueDays, dueTime }: DueColumns,
  { timezone, startDate, enrolledAt }: EnrollmentDates,
): Date | null {
  const start = kind === 'after_enrollment' ? wallClock(enrolledAt, timezone) : Date.parse(startDate ?? '');
  if (Number.isNaN(start) || dueDays === null || dueTime === null) return null;
  return nearestInstantInRange(dayAfter(start, dueDays, timezone, minutesOf(dueTime)));
}
