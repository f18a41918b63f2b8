import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { archiveLesson, createLesson, getLesson, publishLesson, updateLesson } from './lesson.operations.js';
import { LessonService } from './lesson.service.js';

@Controller()
export class LessonController {
  constructor(private readonly lessons: LessonService) {}

  @Operation(createLesson)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createLesson>) {
    return this.lessons.create(uow, params.sectionId, body);
  }

  @Operation(getLesson)
  get(scope: Scope, { params }: InputOf<typeof getLesson>) {
    return this.lessons.get(scope, params.lessonId);
  }

  @Operation(updateLesson)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateLesson>) {
    return this.lessons.update(uow, params.lessonId, body);
  }

  @Operation(publishLesson)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishLesson>) {
    return this.lessons.publish(uow, params.lessonId);
  }

  @Operation(archiveLesson)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveLesson>) {
    return this.lessons.archive(uow, params.lessonId);
  }
}
