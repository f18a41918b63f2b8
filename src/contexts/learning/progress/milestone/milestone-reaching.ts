import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { learningTables } from '../../learning.tables.js';
import { MilestoneReachEntity } from './milestone-reach.entity.js';
import { MAX_REACHES, milestoneReached, tooManyReaches } from './milestone.operations.js';

/** SQL: when the enrollment `e` met the requirement of the milestone `m`; null where it has not. The first lesson that is missing decides. */
const MET_AT = `case m.requirement_kind
  when 'course' then (
    select cc.completed_at from course_completions cc
    where cc.organization_id = :organization and cc.enrollment_id = e.id and cc.course_id = m.course_id)
  when 'lessons' then case when not exists (
    select from milestone_lessons ml
    join lessons l on l.organization_id = :organization and l.id = ml.lesson_id and l.status <> 'archived'
    where ml.organization_id = :organization and ml.milestone_id = m.id and not exists (
      select from lesson_completions lc
      where lc.organization_id = :organization and lc.enrollment_id = e.id and lc.lesson_id = l.id)) then (
    select max(lc.completed_at) from milestone_lessons ml
    join lessons l on l.organization_id = :organization and l.id = ml.lesson_id and l.status <> 'archived'
    join lesson_completions lc on lc.organization_id = :organization and lc.enrollment_id = e.id and lc.lesson_id = l.id
    where ml.organization_id = :organization and ml.milestone_id = m.id) end
end`;

/** SQL of what is met and was never recorded. A milestone that was revoked is not reached by itself again. */
const metBy = (which: string): string => `
  select e.id, e.cohort_id as "cohortId", e.member_id as "memberId", m.id as "milestoneId", met.at as "reachedAt"
  from milestones m
  join cohorts k on k.organization_id = m.organization_id and k.program_id = m.program_id
  join enrollments e on e.organization_id = k.organization_id and e.cohort_id = k.id
  cross join lateral (select ${MET_AT} as at) met
  where m.organization_id = :organization and m.status = 'active' and m.requirement_kind <> 'manual' and ${which}
    and met.at is not null
    and not exists (
      select from milestone_reaches r
      where r.organization_id = :organization and r.enrollment_id = e.id and r.milestone_id = m.id)`;

/** An enrollment and a milestone that it meets. */
interface Met {
  id: string;
  cohortId: string;
  memberId: string;
  milestoneId: string;
  reachedAt: Date;
}

// FOR KEY SHARE: an archival of the milestone waits, or is waited for.
const listMetByEnrollment = learningTables
  .statement(
    'list_milestones_met_by_enrollment',
    { enrollment: 'uuid' },
    `${metBy('e.id = :enrollment')} order by m.position, m.id for key share of m`,
  )
  .returning<Met>();

const listMetOfMilestone = learningTables
  .statement(
    'list_enrollments_that_meet_milestone',
    { milestone: 'uuid', most: 'integer' },
    `${metBy('m.id = :milestone')} order by e.id limit :most`,
  )
  .returning<Met>();

// Whoever enrolls or transfers locks the cohort: nobody is added to those that are locked next. Counted, so that however many
// are locked, one row is returned.
const lockCohorts = learningTables.statement(
  'lock_cohorts_of_program',
  { program: 'uuid' },
  `select count(*) from (
     select 1 from cohorts where organization_id = :organization and program_id = :program order by id for share) locked`,
);

const lockEnrollmentsOf = learningTables.statement(
  'lock_enrollments_of_program',
  { program: 'uuid' },
  `select count(*) from (
     select 1 from enrollments e
     join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
     where e.organization_id = :organization and k.program_id = :program order by e.id for share of e) locked`,
);

/** Reaches the milestones that a completion meets, whose unit holds the enrollment's lock. Returns the milestones, by position. */
export async function reachMilestones(uow: UnitOfWork, enrollment: string): Promise<string[]> {
  const met = await uow.query(listMetByEnrollment, { enrollment });
  reach(uow, met);
  return met.map(({ milestoneId }) => milestoneId);
}

/**
 * Waits for completions under way; those that wait for this unit see its milestone. Before a milestone is locked, as a
 * completion locks its enrollment first.
 */
export async function lockEnrollments(uow: UnitOfWork, program: string): Promise<void> {
  await uow.query(lockCohorts, { program });
  await uow.query(lockEnrollmentsOf, { program });
}

/**
 * Reaches a milestone that was created or changed for all enrollments of the program that meet it. The caller has locked
 * them. Returns their number. Throws 409.
 */
export async function reachByAll(uow: UnitOfWork, { id }: { id: string }): Promise<number> {
  const met = await uow.query(listMetOfMilestone, { milestone: id, most: MAX_REACHES + 1 });
  if (met.length > MAX_REACHES) throw tooManyReaches.error();
  reach(uow, met);
  return met.length;
}

function reach(uow: UnitOfWork, met: readonly Met[]): void {
  const none = { recordedBy: null, note: null, revokedAt: null, revokedBy: null, revokeReason: null };
  const rows = met.map(({ id: enrollmentId, milestoneId, reachedAt }) => {
    return { enrollmentId, milestoneId, reachedAt, ...none, automatic: true };
  });
  for (const [index, { id, milestoneId, reachedAt }] of uow.insertAll(MilestoneReachEntity, rows).entries()) {
    uow.recordFact(milestoneReached, {
      ...referenceToEnrollment(met[index]),
      milestoneReachId: id,
      milestoneId,
      reachedAt: reachedAt.toISOString(),
      automatic: true,
    });
  }
}
