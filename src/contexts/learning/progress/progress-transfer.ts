import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EnrollmentObservers, type EnrollmentObserver } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { learningTables } from '../learning.tables.js';
import { MilestoneReachEntity } from '../milestone/milestone-reach.entity.js';
import { CourseCompletionEntity } from './course-completion.entity.js';
import { LessonCompletionEntity } from './lesson-completion.entity.js';

const listLessons = learningTables
  .statement(
    'list_lesson_completions_to_copy',
    { enrollment: 'uuid' },
    `select course_id as "courseId", lesson_id as "lessonId", completed_at as "completedAt",
       completed_by as "completedBy", by_member as "byMember"
     from lesson_completions where organization_id = :organization and enrollment_id = :enrollment`,
  )
  .returning<Omit<LessonCompletionEntity, 'organizationId' | 'id' | 'enrollmentId'>>();

const listCourses = learningTables
  .statement(
    'list_course_completions_to_copy',
    { enrollment: 'uuid' },
    `select course_id as "courseId", completed_at as "completedAt" from course_completions
     where organization_id = :organization and enrollment_id = :enrollment`,
  )
  .returning<Omit<CourseCompletionEntity, 'organizationId' | 'id' | 'enrollmentId'>>();

const copyProgress = learningTables.statement(
  'copy_progress_of_enrollment',
  { from: 'uuid', to: 'uuid' },
  `insert into course_progress (organization_id, id, enrollment_id, course_id, block, completed)
   select p.organization_id, gen_random_uuid(), :to, p.course_id, p.block, p.completed from course_progress p
   where p.organization_id = :organization and p.enrollment_id = :from`,
);

const listReaches = learningTables
  .statement(
    'list_milestone_reaches_to_copy',
    { enrollment: 'uuid' },
    `select milestone_id as "milestoneId", reached_at as "reachedAt", automatic, recorded_by as "recordedBy", note,
       revoked_at as "revokedAt", revoked_by as "revokedBy", revoke_reason as "revokeReason"
     from milestone_reaches where organization_id = :organization and enrollment_id = :enrollment`,
  )
  .returning<Omit<MilestoneReachEntity, 'organizationId' | 'id' | 'enrollmentId' | 'createdAt'>>();

/** Copies what was completed and reached to the enrollment that goes on from another one: both need it. It happened before, so it has no events. */
@Injectable()
export class ProgressTransfer implements EnrollmentObserver, OnModuleInit {
  constructor(private readonly observers: EnrollmentObservers) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async enrolled(
    uow: UnitOfWork,
    enrollments: readonly { id: string; transferredFromId: string | null }[],
  ): Promise<void> {
    for (const { id: enrollmentId, transferredFromId: enrollment } of enrollments) {
      if (enrollment === null) continue;
      const [lessons, courses, reaches] = await Promise.all([
        uow.query(listLessons, { enrollment }),
        uow.query(listCourses, { enrollment }),
        uow.query(listReaches, { enrollment }),
      ]);
      uow.insertAll(
        LessonCompletionEntity,
        lessons.map((row) => ({ ...row, enrollmentId })),
      );
      uow.insertAll(
        CourseCompletionEntity,
        courses.map((row) => ({ ...row, enrollmentId })),
      );
      uow.insertAll(
        MilestoneReachEntity,
        reaches.map((row) => ({ ...row, enrollmentId })),
      );
      uow.queue(copyProgress, { from: enrollment, to: enrollmentId });
    }
  }
}
