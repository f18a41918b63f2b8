import { Injectable } from '@nestjs/common';
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
import { CourseRepository, courseList, coursePositions } from './course.repository.js';
import { lockInProgram, lockOpenProgram } from '../program-part.js';

const EMPTY: CourseCounts = { sectionCount: 0, lessonCount: 0, requiredLessonCount: 0, estimatedMinutes: 0 };

@Injectable()
export class CourseService {
  constructor(private readonly courses: CourseRepository) {}

  async create(uow: UnitOfWork, programId: string, request: CreateCourseRequest): Promise<Course> {
    await lockOpenProgram(uow, programId);
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
    const course = await lockInProgram(uow, CourseEntity, id);
    COURSE.require(course, 'draft', 'published');
    const { programId } = course;
    const moved = position && (await coursePositions.move(uow, programId, id, position));
    return this.counted(uow, uow.patch(CourseEntity, course, { ...request, position: moved }, updateCourse.event));
  }

  async publish(uow: UnitOfWork, id: string): Promise<Course> {
    const course = await lockInProgram(uow, CourseEntity, id);
    const change = { publishedAt: uow.now };
    // An archived course becomes a draft first.
    return this.counted(uow, await uow.move(CourseEntity, course, COURSE, 'published', publishCourse.event, change));
  }

  async archive(uow: UnitOfWork, id: string): Promise<Course> {
    const course = await lockInProgram(uow, CourseEntity, id);
    const change = { archivedAt: uow.now };
    const archived = await uow.move(CourseEntity, course, COURSE, 'archived', archiveCourse.event, change);
    await coursePositions.leave(uow, course.programId, id);
    return this.counted(uow, archived);
  }

  async unarchive(uow: UnitOfWork, id: string): Promise<Course> {
    const course = await lockInProgram(uow, CourseEntity, id);
    COURSE.require(course, 'archived');
    const position = await this.lastPosition(uow, course.programId);
    const change = { position, publishedAt: null, archivedAt: null };
    return this.counted(uow, await uow.move(CourseEntity, course, COURSE, 'draft', unarchiveCourse.event, change));
  }

  async counted(scope: Scope, course: NewRow<CourseEntity>): Promise<Course> {
    return toCourse(course, (await this.courses.count(scope, [course.id])).get(course.id) ?? EMPTY);
  }

  /** The position of one more course. Throws 409 where the program has as many as it may have. */
  private async lastPosition(uow: UnitOfWork, programId: string): Promise<number> {
    const { length } = await coursePositions.list(uow, programId);
    if (length >= MAX_COURSES) throw courseLimit.error();
    return length + 1;
  }
}

export function toCourse(course: NewRow<CourseEntity>, counts: CourseCounts): Course {
  return toResource(Course, { ...course, ...counts });
}
