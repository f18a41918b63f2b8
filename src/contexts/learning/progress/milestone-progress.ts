import { Injectable } from '@nestjs/common';
import { dayAfter, minutesOf, wallClock } from '#kernel/clock/calendar-days.js';
import { nearestInstantInRange } from '#kernel/fields/time.js';
import { toResource } from '#kernel/fields/to-resource.js';
import type { Scope } from '#kernel/persistence/scope.js';
import { learningTables } from '../learning.tables.js';
import type { DueColumns } from '../milestone/milestone-requirement.js';
import type { PlanEnrollment } from './plan.repository.js';
import { MilestoneProgress } from './progress.dto.js';
import type { EnrollmentDates } from './section-opening.js';

type MilestoneRow = DueColumns & { milestoneId: string; title: string; reachedAt: Date | null };

const listMilestones = learningTables
  .statement(
    'list_milestones_of_enrollment',
    { enrollment: 'uuid', program: 'uuid' },
    `select m.id as "milestoneId", m.title, m.due_kind as "dueKind", m.due_days as "dueDays", m.due_time as "dueTime",
       r.reached_at as "reachedAt"
     from milestones m
     left join milestone_reaches r
       on r.organization_id = m.organization_id and r.enrollment_id = :enrollment and r.milestone_id = m.id
       and r.revoked_at is null
     where m.organization_id = :organization and m.program_id = :program and (m.status = 'active' or r.id is not null)
     order by m.position, m.id`,
  )
  .returning<MilestoneRow>();

/** How an enrollment stands with the milestones of its program. */
@Injectable()
export class MilestoneProgressReader {
  async list(scope: Scope, enrollment: PlanEnrollment): Promise<MilestoneProgress[]> {
    const { id, programId } = enrollment;
    const rows = await scope.query(listMilestones, { enrollment: id, program: programId });
    return rows.map((row) => {
      const dueAt = dueOf(row, enrollment);
      const isOverdue = dueAt !== null && dueAt < scope.now;
      const status = row.reachedAt ? 'reached' : isOverdue ? 'overdue' : 'ahead';
      return toResource(MilestoneProgress, { ...row, dueAt, status });
    });
  }
}

/** When a milestone is due; null where it never is, or where the cohort has no start date. */
export function dueOf(
  { dueKind: kind, dueDays, dueTime }: DueColumns,
  { timezone, startDate, enrolledAt }: EnrollmentDates,
): Date | null {
  const start = kind === 'after_enrollment' ? wallClock(enrolledAt, timezone) : Date.parse(startDate ?? '');
  if (Number.isNaN(start) || dueDays === null || dueTime === null) return null;
  return nearestInstantInRange(dayAfter(start, dueDays, timezone, minutesOf(dueTime)));
}
