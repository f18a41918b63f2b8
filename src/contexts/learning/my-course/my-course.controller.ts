import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listMyCourses, readMyLesson } from './my-course.operations.js';
import { MyCourseService } from './my-course.service.js';

@Controller()
export class MyCourseController {
  constructor(private readonly courses: MyCourseService) {}

  @Operation(listMyCourses)
  list(scope: Scope, { query }: InputOf<typeof listMyCourses>) {
    return this.courses.list(scope, query);
  }

  @Operation(readMyLesson)
  read(scope: Scope, { params, query }: InputOf<typeof readMyLesson>) {
    return this.courses.readLesson(scope, params.lessonId, query.enrollmentId);
  }
}
