import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EnrollmentObservers, type EnrollmentObserver } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { learningTables } from '../learning.tables.js';
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

/** Copies what was completed to the enrollment that goes on from another one: both need it. It happened before, so it has no events. */
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
      const [lessons, courses] = await Promise.all([
        uow.query(listLessons, { enrollment }),
        uow.query(listCourses, { enrollment }),
      ]);
      uow.insertAll(
        LessonCompletionEntity,
        lessons.map((row) => ({ ...row, enrollmentId })),
      );
      uow.insertAll(
        CourseCompletionEntity,
        courses.map((row) => ({ ...row, enrollmentId })),
      );
      uow.queue(copyProgress, { from: enrollment, to: enrollmentId });
    }
  }
}
