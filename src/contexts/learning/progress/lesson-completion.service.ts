import { Injectable } from '@nestjs/common';
import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { fieldChanges, newId, type NewRow, REDACTED } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { LESSONS_OF_BLOCK, NO_LESSONS } from '../content/content.repository.js';
import { learningTables } from '../learning.tables.js';
import { reachMilestones } from './milestone/milestone-reaching.js';
import { completePath } from '../paths/path-completion.js';
import { CourseCompletionEntity } from './course-completion.entity.js';
import { LessonCompletionEntity } from './lesson-completion.entity.js';
import { PlanRepository } from '../paths/plan.repository.js';
import { type PlanEnrollment, type PlannedCourse, type PlannedLesson } from '../paths/plan.js';
import {
  LessonCompletion,
  toProgress,
  type CompleteLessonRequest,
  type UncompleteLessonRequest,
} from './progress.dto.js';
import { sumOf } from '../paths/progress-counts.js';
import {
  courseCompleted,
  lessonCompleted,
  lessonUncompleted,
  lessonLocked,
  staffOnly,
  lessonNotCompleted,
  completedByStaff,
  MAX_REPEATS,
  repeatLimit,
} from './progress.operations.js';
import { isDone } from '../paths/path-sequence.js';
import { lockOfSection, PREVIOUS_COURSE } from '../paths/section-opening.js';

const findCompletion = learningTables
  .statement(
    'find_completion_of_lesson',
    { enrollment: 'uuid', lesson: 'uuid' },
    `select lc.id, lc.enrollment_id as "enrollmentId", lc.course_id as "courseId", lc.lesson_id as "lessonId", l.number,
       lc.completed_at as "completedAt", lc.completed_by as "completedBy", lc.by_member as "byMember",
       cc.completed_at as "courseCompletedAt",
       (select coalesce(sum(p.taken_back), 0)::integer from course_progress p
        where p.organization_id = :organization and p.enrollment_id = :enrollment and p.course_id = lc.course_id)
         as repeats
     from lesson_completions lc
     join lessons l on l.organization_id = lc.organization_id and l.id = lc.lesson_id
     left join course_completions cc on cc.organization_id = lc.organization_id and cc.enrollment_id = lc.enrollment_id
       and cc.course_id = lc.course_id
     where lc.organization_id = :organization and lc.enrollment_id = :enrollment and lc.lesson_id = :lesson`,
  )
  .returning<NewRow<LessonCompletionEntity> & { number: number; courseCompletedAt: Date | null; repeats: number }>();

const deleteCompletion = learningTables.statement(
  'delete_completion_of_lesson',
  { id: 'uuid' },
  'delete from lesson_completions where organization_id = :organization and id = :id',
);

const setProgress = learningTables.statement(
  'set_progress_of_lesson',
  { id: 'uuid', enrollment: 'uuid', course: 'uuid', number: 'integer', completed: 'integer', repeats: 'integer' },
  `insert into course_progress (organization_id, id, enrollment_id, course_id, block, completed, taken_back)
   values (:organization, :id, :enrollment, :course, :number / ${LESSONS_OF_BLOCK},
     set_bit(${NO_LESSONS}, :number % ${LESSONS_OF_BLOCK}, :completed), :repeats)
   on conflict (organization_id, enrollment_id, course_id, block)
     do update set completed = set_bit(course_progress.completed, :number % ${LESSONS_OF_BLOCK}, :completed),
       taken_back = coalesce(course_progress.taken_back, 0) + :repeats`,
);

const listLatest = learningTables
  .statement(
    'list_latest_completions_of_courses',
    { enrollment: 'uuid', courses: 'uuid[]' },
    `select lc.course_id as "courseId", max(lc.completed_at) as "completedAt"
     from lesson_completions lc
     join lessons l on l.organization_id = lc.organization_id and l.id = lc.lesson_id
     where lc.organization_id = :organization and lc.enrollment_id = :enrollment and lc.course_id = any(:courses::uuid[])
       and l.status = 'published' and l.required
     group by lc.course_id`,
  )
  .returning<{ courseId: string; completedAt: Date }>();

interface CompletedLesson {
  enrollmentId: string;
  courseId: string;
  number: number;
}

/** Completions are facts of lessons: what changes in a course later takes none of them back. */
@Injectable()
export class LessonCompletionService {
  constructor(private readonly plans: PlanRepository) {}

  async complete(uow: UnitOfWork, enrollmentId: string, request: CompleteLessonRequest): Promise<LessonCompletion> {
    const { lessonId, completedAt = uow.now } = request;
    const enrollment = await this.plans.getForUpdate(uow, enrollmentId);
    if (enrollment.isOwn && request.completedAt) throw invalidField('completedAt', 'is for the staff only');
    if (completedAt > uow.now) throw invalidField('completedAt', 'must not be in the future');
    const lesson = await this.findInPlan(uow, enrollment, lessonId);
    checkStatus(enrollment);
    const existing = await this.find(uow, enrollmentId, lessonId);
    if (existing) {
      if (enrollment.isOwn) this.repeat(uow, existing, { completed: 1 });
      uow.recordWithoutEvent(existing.id);
      return answer(existing, await this.plans.listCourses(uow, enrollmentId), existing);
    }
    if (enrollment.isOwn) await this.checkOpenToPerson(uow, lesson, enrollment);
    const { courseId, number } = lesson;
    const byMember = enrollment.isOwn;
    const fields = { completedAt, completedBy: uow.caller.accountId, byMember };
    const completion = uow.insert(LessonCompletionEntity, { enrollmentId, courseId, lessonId, ...fields });
    this.setProgress(uow, { enrollmentId, courseId, number }, { completed: 1 });
    const courses = await this.plans.listCourses(uow, enrollmentId);
    const coursesCompleted = await this.completeCourses(uow, enrollment, courses);
    const milestonesReached = await reachMilestones(uow, enrollmentId);
    const completedPath = await completePath(uow, enrollment, courses);
    uow.record(lessonCompleted, {
      targetId: completion.id,
      changes: {
        ...{ enrollmentId, lessonId, courseId, ...fields },
        ...(coursesCompleted.size > 0 && { coursesCompleted: [...coursesCompleted.keys()] }),
        ...(milestonesReached.length > 0 && { milestonesReached }),
        ...(completedPath && { pathCompleted: completedPath }),
      },
      data: {
        ...referenceToEnrollment(enrollment),
        ...{ lessonId, courseId, ...fields },
        completedAt: completedAt.toISOString(),
      },
    });
    const before = courses.find((one) => one.courseId === courseId)?.completedAt ?? null;
    const courseCompletedAt = coursesCompleted.get(courseId) ?? before;
    return answer(completion, courses, { courseCompletedAt, milestonesReached });
  }

  async uncomplete(uow: UnitOfWork, enrollmentId: string, request: UncompleteLessonRequest): Promise<LessonCompletion> {
    const { lessonId, reason } = request;
    const enrollment = await this.plans.getForUpdate(uow, enrollmentId);
    const completion = await this.find(uow, enrollmentId, lessonId);
    if (!completion) {
      await this.findInPlan(uow, enrollment, lessonId);
      throw lessonNotCompleted.error();
    }
    checkStatus(enrollment);
    if (enrollment.isOwn && !completion.byMember) throw completedByStaff.error();
    if (enrollment.isOwn) this.repeat(uow, completion, { completed: 0 });
    else this.setProgress(uow, completion, { completed: 0 });
    uow.queue(deleteCompletion, { id: completion.id });
    const { courseId, completedBy, byMember } = completion;
    const none = { completedAt: null, completedBy: null, byMember: null };
    uow.record(lessonUncompleted, {
      targetId: completion.id,
      changes: {
        ...{ enrollmentId, lessonId, courseId },
        ...fieldChanges(LessonCompletionEntity, completion, none),
        ...(reason && { reason: { from: null, to: REDACTED } }),
      },
      data: { ...referenceToEnrollment(enrollment), lessonId, courseId, completedBy, byMember },
    });
    return answer({ ...completion, ...none }, await this.plans.listCourses(uow, enrollmentId), completion);
  }

  /** The person enrolled does once more what they did before. Throws 409 beyond the bound. */
  private repeat(uow: UnitOfWork, lesson: CompletedLesson & { repeats: number }, to: { completed: 0 | 1 }): void {
    if (lesson.repeats >= MAX_REPEATS) throw repeatLimit.error();
    this.setProgress(uow, lesson, { ...to, repeats: 1 });
  }

  private setProgress(
    uow: UnitOfWork,
    { enrollmentId, courseId, number }: CompletedLesson,
    { completed, repeats = 0 }: { completed: 0 | 1; repeats?: number },
  ): void {
    const values = { id: newId(), enrollment: enrollmentId, course: courseId, number };
    uow.queue(setProgress, { ...values, completed, repeats });
  }

  /** Throws 400. */
  private async findInPlan(uow: UnitOfWork, enrollment: PlanEnrollment, lessonId: string): Promise<PlannedLesson> {
    const lesson = await this.plans.findLesson(uow, enrollment, lessonId);
    if (!lesson) throw invalidField('lessonId', 'must be a published lesson of the plan');
    return lesson;
  }

  /** Throws 409. */
  private async checkOpenToPerson(uow: UnitOfWork, lesson: PlannedLesson, enrollment: PlanEnrollment): Promise<void> {
    if (lesson.completion === 'staff') throw staffOnly.error();
    const waiting = await this.plans.listWaiting(uow, enrollment);
    const lock = waiting.has(lesson.courseId) ? PREVIOUS_COURSE : lockOfSection(lesson, enrollment, uow.now);
    if (lock) throw lessonLocked.error(`The lesson is locked: ${lock.reason}.`);
  }

  private async find(uow: UnitOfWork, enrollment: string, lesson: string) {
    return (await uow.query(findCompletion, { enrollment, lesson })).at(0);
  }

  /**
   * Keeps the instant at which the last required lesson of a course was completed, for each course of the plan for which it was
   * not kept before: also where what was missing was archived since. Returns the instants by course.
   */
  private async completeCourses(
    uow: UnitOfWork,
    enrollment: PlanEnrollment,
    courses: readonly PlannedCourse[],
  ): Promise<ReadonlyMap<string, Date>> {
    const { id: enrollmentId } = enrollment;
    const done = courses.filter((course) => course.completedAt === null && isDone(course));
    if (done.length === 0) return new Map();
    // A course is missing where its last required lesson was archived since the plan was read.
    const rows = await uow.query(listLatest, {
      enrollment: enrollmentId,
      courses: done.map(({ courseId }) => courseId),
    });
    const latest = new Map(rows.map((row) => [row.courseId, row.completedAt]));
    const completed = done.flatMap(({ courseId }) => {
      const completedAt = latest.get(courseId);
      return completedAt ? [{ enrollmentId, courseId, completedAt }] : [];
    });
    uow.insertAll(CourseCompletionEntity, completed);
    const reference = referenceToEnrollment(enrollment);
    for (const { courseId, completedAt } of completed) {
      uow.recordFact(courseCompleted, { ...reference, courseId, completedAt: completedAt.toISOString() });
    }
    return new Map(completed.map(({ courseId, completedAt }) => [courseId, completedAt]));
  }
}

function answer(
  completion: Omit<NewRow<LessonCompletionEntity>, 'completedAt' | 'completedBy' | 'byMember'> & {
    completedAt: Date | null;
    completedBy: string | null;
    byMember: boolean | null;
  },
  courses: readonly PlannedCourse[],
  { courseCompletedAt, milestonesReached = [] }: { courseCompletedAt: Date | null; milestonesReached?: string[] },
): LessonCompletion {
  const progress = toProgress(sumOf(courses));
  return toResource(LessonCompletion, { ...completion, progress, courseCompletedAt, milestonesReached });
}

/** Throws 409 unless the enrollment takes completions: of the person enrolled while it is active, of the staff until it is closed. */
function checkStatus({ status, isOwn }: PlanEnrollment): void {
  const allowed = isOwn ? ['active'] : ['pending', 'active', 'paused'];
  if (!allowed.includes(status)) throw wrongStatus('enrollment', status);
}
