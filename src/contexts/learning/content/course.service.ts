import { Injectable } from '@nestjs/common';
import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import {
  Course,
  MAX_COURSES,
  type CourseCounts,
  type CourseQuery,
  type CreateCourseRequest,
  type UpdateCourseRequest,
} from './course.dto.js';
import { COURSE, CourseEntity } from './course.entity.js';
import {
  archiveCourse,
  createCourse,
  publishCourse,
  unarchiveCourse,
  updateCourse,
  courseLimit,
} from './course.operations.js';
import { CourseRepository, courseList } from './course.repository.js';

const EMPTY: CourseCounts = { sectionCount: 0, lessonCount: 0, requiredLessonCount: 0, estimatedMinutes: 0 };

@Injectable()
export class CourseService {
  constructor(private readonly courses: CourseRepository) {}

  async create(uow: UnitOfWork, programId: string, request: CreateCourseRequest): Promise<Course> {
    const status = await lockProgramContent(uow, programId);
    if (status === 'archived') throw wrongStatus('program', status);
    const position = await this.lastPosition(uow, programId);
    const course = uow.insert(CourseEntity, {
      ...request,
      programId,
      position,
      status: 'draft',
      publishedCount: 0,
      requiredCount: 0,
    });
    uow.record(createCourse.event, course, { programId, position });
    return toCourse(course, EMPTY);
  }

  list(scope: Scope, query: CourseQuery): Promise<Page<Course>> {
    return scope.list(courseList, query, async (courses) => {
      const counts = await this.courses.count(scope, idsOf(courses));
      return courses.map((course) => toCourse(course, counts.get(course.id) ?? EMPTY));
    });
  }

  async update(uow: UnitOfWork, id: string, { position, ...request }: UpdateCourseRequest): Promise<Course> {
    const course = await this.lock(uow, id);
    COURSE.require(course, 'draft', 'published');
    const moved = position === undefined ? undefined : await this.moveTo(uow, course, position);
    const { event } = updateCourse;
    const sent = { ...request, position: moved };
    return this.counted(uow, uow.patch(CourseEntity, course, sent, event));
  }

  async publish(uow: UnitOfWork, id: string): Promise<Course> {
    const course = await this.lock(uow, id);
    const { event } = publishCourse;
    // An archived course becomes a draft first.
    return this.counted(
      uow,
      await uow.move(CourseEntity, course, COURSE, 'published', event, { publishedAt: uow.now }),
    );
  }

  async archive(uow: UnitOfWork, id: string): Promise<Course> {
    const course = await this.lock(uow, id);
    COURSE.checkMove(course.status, 'archived');
    const order = await this.courses.listOrder(uow, course.programId);
    const others = order.filter((other) => other !== id);
    this.courses.setOrder(uow, others);
    const { event } = archiveCourse;
    return this.counted(uow, await uow.move(CourseEntity, course, COURSE, 'archived', event, { archivedAt: uow.now }));
  }

  async unarchive(uow: UnitOfWork, id: string): Promise<Course> {
    const course = await this.lock(uow, id);
    COURSE.require(course, 'archived');
    const position = await this.lastPosition(uow, course.programId);
    const change = { position, publishedAt: null, archivedAt: null };
    return this.counted(uow, await uow.move(CourseEntity, course, COURSE, 'draft', unarchiveCourse.event, change));
  }

  async counted(scope: Scope, course: NewRow<CourseEntity>): Promise<Course> {
    return toCourse(course, (await this.courses.count(scope, [course.id])).get(course.id) ?? EMPTY);
  }

  /** Locks the program, whose courses keep their order then, and the course. Throws 404. */
  private async lock(uow: UnitOfWork, id: string): Promise<CourseEntity> {
    const { programId } = await uow.get(CourseEntity, id);
    await lockProgramContent(uow, programId);
    return uow.getForUpdate(CourseEntity, id);
  }

  /** The position of one more course. Throws 409 where the program has as many as it may have. */
  private async lastPosition(uow: UnitOfWork, programId: string): Promise<number> {
    const { length } = await this.courses.listOrder(uow, programId);
    if (length >= MAX_COURSES) throw courseLimit.error();
    return length + 1;
  }

  /** Makes room among the courses of the program; returns the new position. */
  private async moveTo(uow: UnitOfWork, { id, programId }: CourseEntity, position: number): Promise<number> {
    const order = (await this.courses.listOrder(uow, programId)).filter((other) => other !== id);
    order.splice(position - 1, 0, id);
    this.courses.setOrder(uow, order);
    return order.indexOf(id) + 1;
  }
}

export function toCourse(course: NewRow<CourseEntity>, counts: CourseCounts): Course {
  return toResource(Course, { ...course, ...counts });
}
