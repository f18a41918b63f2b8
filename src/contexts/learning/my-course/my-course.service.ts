import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { groupedBy, type Page, pageSize, ListOrder } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { MAX_LESSONS } from '../content/course.dto.js';
import { LessonEntity } from '../content/lesson.entity.js';
import { LessonRepository } from '../content/lesson.repository.js';
import { waitingCourses } from '../paths/path-sequence.js';
import { PlanRepository } from '../paths/plan.repository.js';
import { type PlanEnrollment, type PlannedCourse } from '../paths/plan.js';
import { ProgressLock } from '../progress/progress.dto.js';
import { lockOfSection, PREVIOUS_COURSE, type Locked } from '../paths/section-opening.js';
import {
  LearnerLesson,
  LearnerLessonMedia,
  MyCourse,
  MyCourseLesson,
  MyCourseSection,
  type MyCoursesQuery,
} from './my-course.dto.js';
import { MyCourseRepository, type LessonRow, type SectionRow } from './my-course.repository.js';

/** As many as one course may have. */
const LESSONS_OF_PAGE = MAX_LESSONS;

/** The courses are few and sorted by the plan, not by SQL. */
const order = new ListOrder([
  { property: 'position', direction: 'asc', type: 'integer', sql: '' },
  { property: 'courseId', direction: 'asc', type: 'uuid', sql: '' },
]);

/** The plan of an enrollment as the person enrolled sees it. */
@Injectable()
export class MyCourseService {
  constructor(
    private readonly plans: PlanRepository,
    private readonly courses: MyCourseRepository,
    private readonly lessons: LessonRepository,
  ) {}

  async list(scope: Scope, query: MyCoursesQuery): Promise<Page<MyCourse>> {
    const place = order.placeIn(query);
    const enrollment = await this.getOwn(scope, query.enrollmentId);
    const plan = hasPlan(enrollment) ? await this.plans.listCourses(scope, enrollment.id) : [];
    const waiting = waitingCourses(enrollment, plan);
    const planned = plan.slice(startOf(plan, place));
    const limit = coursesOfPage(planned, pageSize(query));
    const courses = planned.slice(0, limit).map(({ courseId }) => courseId);
    const { descriptions, sections, lessons } = await this.courses.listContent(scope, enrollment.id, courses);
    const sectionsOf = groupedBy(sections, ({ courseId }) => courseId);
    const lessonsOf = groupedBy(lessons, ({ sectionId }) => sectionId);
    const page = order.page(planned, { limit });
    const items = page.items.map(({ courseId: id, title, position }) =>
      toResource(MyCourse, {
        ...{ id, title, position, description: descriptions.get(id) ?? null },
        sections: (sectionsOf.get(id) ?? []).flatMap((section) => {
          const lock = waiting.has(id) ? PREVIOUS_COURSE : lockOfSection(section, enrollment, scope.now);
          const shown = lessonsOf.get(section.id) ?? [];
          return shown.length === 0 ? [] : [toSection(section, shown, lock)];
        }),
      }),
    );
    return { ...page, items };
  }

  async readLesson(scope: Scope, id: string, enrollmentId: string): Promise<LearnerLesson> {
    const enrollment = await this.getOwn(scope, enrollmentId);
    const planned = hasPlan(enrollment) ? await this.plans.findLesson(scope, enrollment, id) : undefined;
    if (!planned) throw notFound();
    const [lesson, completedAt, waiting] = await Promise.all([
      scope.get(LessonEntity, id),
      this.courses.findCompletedAt(scope, enrollmentId, id),
      this.plans.listWaiting(scope, enrollment),
    ]);
    const lock = waiting.has(planned.courseId) ? PREVIOUS_COURSE : lockOfSection(planned, enrollment, scope.now);
    const locked = toLock(completedAt, lock);
    if (locked) {
      return toResource(LearnerLesson, { ...lesson, completedAt, locked, body: null, url: null, media: null });
    }
    const media = (await this.lessons.listMedia(scope, id)).map((one) => toResource(LearnerLessonMedia, one));
    return toResource(LearnerLesson, { ...lesson, completedAt, locked, media });
  }

  /** Throws 404 unless the enrollment is the caller's own. */
  private async getOwn(scope: Scope, id: string): Promise<PlanEnrollment> {
    const enrollment = await this.plans.get(scope, id);
    if (!enrollment.isOwn) throw notFound();
    return enrollment;
  }
}

/** How many of the courses a page has: as many as have no more lessons than it takes, at least one. */
function coursesOfPage(planned: readonly PlannedCourse[], most: number): number {
  let lessons = 0;
  const end = planned.findIndex((course, index) => (lessons += course.lessons) > LESSONS_OF_PAGE && index > 0);
  return end < 0 ? most : Math.min(end, most);
}

/** As for the videos of a program. */
function hasPlan({ status }: PlanEnrollment): boolean {
  return status !== 'withdrawn' && status !== 'failed';
}

/** After the course of the cursor; where it has left the plan, with the course that is in its place now. */
function startOf(plan: readonly PlannedCourse[], place: readonly string[] = ['1', '']): number {
  const [position, id] = place;
  const last = plan.findIndex(({ courseId }) => courseId === id);
  return last < 0 ? Math.max(0, Number(position) - 1) : last + 1;
}

function toSection({ id, title }: SectionRow, lessons: readonly LessonRow[], lock: Locked | null): MyCourseSection {
  return toResource(MyCourseSection, {
    ...{ id, title },
    lessons: lessons.map((lesson) =>
      toResource(MyCourseLesson, { ...lesson, locked: toLock(lesson.completedAt, lock) }),
    ),
  });
}

/** A completed course stays open. */
function toLock(completedAt: Date | null, lock: Locked | null): ProgressLock | null {
  return completedAt === null && lock ? toResource(ProgressLock, lock) : null;
}
