import { Injectable } from '@nestjs/common';
import type { Scope } from '#kernel/work';
import { PlanRepository } from '../paths/plan.repository.js';
import { lockOfSection, PREVIOUS_COURSE, type Locked } from '../paths/section-opening.js';

/** Whether lessons are open to the person enrolled, for what waits behind them. */
@Injectable()
export class LessonLocks {
  constructor(private readonly plans: PlanRepository) {}

  /** Null where the lesson is open; one that is not of the plan is locked without a date. */
  async lockOf(scope: Scope, enrollmentId: string, lessonId: string): Promise<Pick<Locked, 'opensAt'> | null> {
    const enrollment = await this.plans.get(scope, enrollmentId);
    const lesson = await this.plans.findLesson(scope, enrollment, lessonId);
    if (!lesson) return { opensAt: null };
    const waiting = await this.plans.listWaiting(scope, enrollment);
    return waiting.has(lesson.courseId) ? PREVIOUS_COURSE : lockOfSection(lesson, enrollment, scope.now);
  }
}
