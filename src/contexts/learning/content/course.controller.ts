import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
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
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCourse>) {
    return this.courses.create(uow, params.programId, body);
  }

  @Operation(listCourses)
  list(scope: Scope, { query }: InputOf<typeof listCourses>) {
    return this.courses.list(scope, query);
  }

  @Operation(getCourse)
  get(scope: Scope, { params }: InputOf<typeof getCourse>) {
    return this.outlines.get(scope, params.courseId);
  }

  @Operation(updateCourse)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateCourse>) {
    return this.courses.update(uow, params.courseId, body);
  }

  @Operation(publishCourse)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishCourse>) {
    return this.courses.publish(uow, params.courseId);
  }

  @Operation(archiveCourse)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveCourse>) {
    return this.courses.archive(uow, params.courseId);
  }

  @Operation(unarchiveCourse)
  unarchive(uow: UnitOfWork, { params }: InputOf<typeof unarchiveCourse>) {
    return this.courses.unarchive(uow, params.courseId);
  }

  @Operation(arrangeCourse)
  arrange(uow: UnitOfWork, { params, body }: InputOf<typeof arrangeCourse>) {
    return this.outlines.arrange(uow, params.courseId, body);
  }
}
