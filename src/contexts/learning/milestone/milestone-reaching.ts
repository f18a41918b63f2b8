import { Injectable } from '@nestjs/common';
import { conflict } from '#kernel/errors/service-error.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { learningTables } from '../learning.tables.js';
import { MilestoneReachEntity } from './milestone-reach.entity.js';
import { MAX_REACHES, milestoneReached } from './milestone.operations.js';

/** SQL: when the enrollment `e` met the requirement of the milestone `m`; null where it has not. */
const MET_AT = `case m.requirement_kind
  when 'course' then (
    select cc.completed_at from course_completions cc
    where cc.organization_id = :organization and cc.enrollment_id = e.id and cc.course_id = m.course_id)
  when 'lessons' then (
    select case when bool_and(lc.id is not null) then max(lc.completed_at) end
    from milestone_lessons ml
    join lessons l on l.organization_id = ml.organization_id and l.id = ml.lesson_id and l.status <> 'archived'
    left join lesson_completions lc
      on lc.organization_id = l.organization_id and lc.enrollment_id = e.id and lc.lesson_id = l.id
    where ml.organization_id = :organization and ml.milestone_id = m.id)
end`;

/** SQL of what is met and was never recorded. A milestone that was revoked is not reached by itself again. */
const metBy = (which: string): string => `
  select e.id as "enrollmentId", m.id as "milestoneId", met.at as "reachedAt"
  from milestones m
  join cohorts k on k.organization_id = m.organization_id and k.program_id = m.program_id
  join enrollments e on e.organization_id = k.organization_id and e.cohort_id = k.id
  cross join lateral (select ${MET_AT} as at) met
  where m.organization_id = :organization and m.status = 'active' and m.requirement_kind <> 'manual' and ${which}
    and met.at is not null
    and not exists (
      select from milestone_reaches r
      where r.organization_id = :organization and r.enrollment_id = e.id and r.milestone_id = m.id)`;

interface Met {
  enrollmentId: string;
  milestoneId: string;
  reachedAt: Date;
}

const listMetByEnrollment = learningTables
  .statement(
    'list_milestones_met_by_enrollment',
    { enrollment: 'uuid' },
    `${metBy('e.id = :enrollment')} order by m.position, m.id`,
  )
  .returning<Met>();

const listMetOfMilestone = learningTables
  .statement(
    'list_enrollments_that_meet_milestone',
    { milestone: 'uuid', most: 'integer' },
    `${metBy('m.id = :milestone')} order by e.id limit :most`,
  )
  .returning<Met>();

// Completions under way are waited for; those that wait for this one see the milestone.
const lockEnrollments = learningTables.statement(
  'lock_enrollments_of_program',
  { program: 'uuid' },
  `select 1 from enrollments e
   join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
   where e.organization_id = :organization and k.program_id = :program order by e.id for share of e`,
);

/** Reaches milestones whose requirement is met. */
@Injectable()
export class MilestoneReaching {
  /** After a completion, whose unit holds the enrollment's lock. Returns the milestones, by position. */
  async reachBy(uow: UnitOfWork, enrollment: string): Promise<string[]> {
    const met = await uow.query(listMetByEnrollment, { enrollment });
    reach(uow, met);
    return met.map(({ milestoneId }) => milestoneId);
  }

  /** All enrollments of the program that meet a milestone that was created or changed. Returns their number. Throws 409. */
  async reachAll(uow: UnitOfWork, { id, programId }: { id: string; programId: string }): Promise<number> {
    await uow.query(lockEnrollments, { program: programId });
    const met = await uow.query(listMetOfMilestone, { milestone: id, most: MAX_REACHES + 1 });
    if (met.length > MAX_REACHES) {
      throw conflict(`More than ${MAX_REACHES} enrollments reach the milestone. Require less of them at once.`);
    }
    reach(uow, met);
    return met.length;
  }
}

function reach(uow: UnitOfWork, met: readonly Met[]): void {
  const none = { recordedBy: null, note: null, revokedAt: null, revokedBy: null, revokeReason: null };
  const rows = met.map((row) => ({ ...row, ...none, automatic: true }));
  for (const { id, enrollmentId, milestoneId, reachedAt } of uow.insertAll(MilestoneReachEntity, rows)) {
    uow.recordFact(milestoneReached, {
      milestoneReachId: id,
      enrollmentId,
      milestoneId,
      reachedAt: reachedAt.toISOString(),
      automatic: true,
    });
  }
}
