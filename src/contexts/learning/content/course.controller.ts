import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Course, CourseOutline } from './course.dto.js';
import {
  archiveCourse,
  arrangeCourse,
  createCourse,
  getCourse,
  listCourses,
  publishCourse,
  unarchiveCourse,
  updateCourse,
} from './course.operations.js';
import { CourseOutlineService } from './course-outline.service.js';
import { CourseService } from './course.service.js';

@Controller()
export class CourseController {
  constructor(
    private readonly courses: CourseService,
    private readonly outlines: CourseOutlineService,
  ) {}

  @Operation(createCourse)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCourse>): Promise<Course> {
    return this.courses.create(uow, params.programId, body);
  }

  @Operation(listCourses)
  list(scope: Scope, { query }: InputOf<typeof listCourses>): Promise<Page<Course>> {
    return this.courses.list(scope, query);
  }

  @Operation(getCourse)
  get(scope: Scope, { params }: InputOf<typeof getCourse>): Promise<CourseOutline> {
    return this.outlines.get(scope, params.courseId);
  }

  @Operation(updateCourse)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateCourse>): Promise<Course> {
    return this.courses.update(uow, params.courseId, body);
  }

  @Operation(publishCourse)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishCourse>): Promise<Course> {
    return this.courses.publish(uow, params.courseId);
  }

  @Operation(archiveCourse)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveCourse>): Promise<Course> {
    return this.courses.archive(uow, params.courseId);
  }

  @Operation(unarchiveCourse)
  unarchive(uow: UnitOfWork, { params }: InputOf<typeof unarchiveCourse>): Promise<Course> {
    return this.courses.unarchive(uow, params.courseId);
  }

  @Operation(arrangeCourse)
  arrange(uow: UnitOfWork, { params, body }: InputOf<typeof arrangeCourse>): Promise<CourseOutline> {
    return this.outlines.arrange(uow, params.courseId, body);
  }
}
