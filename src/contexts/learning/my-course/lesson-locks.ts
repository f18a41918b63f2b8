import { Injectable } from '@nestjs/common';
import type { Scope } from '#kernel/work';
import type { PlanEnrollment } from '../paths/plan.js';
import { PlanRepository } from '../paths/plan.repository.js';
import { lockOfSection, PREVIOUS_COURSE, type Locked } from '../paths/section-opening.js';

/** The plans that one request has read of enrollments, by their ids. */
export type ReadPlans = Map<string, { enrollment: PlanEnrollment; waiting: ReadonlySet<string> }>;

/** Whether lessons are open to the person enrolled, for what waits behind them. */
@Injectable()
export class LessonLocks {
  constructor(private readonly plans: PlanRepository) {}

  /** Null where the lesson is open; one that is not of the plan is locked without a date. */
  async lockOf(
    scope: Scope,
    enrollmentId: string,
    lessonId: string,
    read: ReadPlans = new Map(),
  ): Promise<Pick<Locked, 'opensAt'> | null> {
    const { enrollment, waiting } = read.get(enrollmentId) ?? (await this.planOf(scope, enrollmentId, read));
    const lesson = await this.plans.findLesson(scope, enrollment, lessonId);
    if (!lesson) return { opensAt: null };
    return waiting.has(lesson.courseId) ? PREVIOUS_COURSE : lockOfSection(lesson, enrollment, scope.now);
  }

  private async planOf(scope: Scope, id: string, read: ReadPlans) {
    const enrollment = await this.plans.get(scope, id);
    const plan = { enrollment, waiting: await this.plans.listWaiting(scope, enrollment) };
    read.set(id, plan);
    return plan;
  }
}
