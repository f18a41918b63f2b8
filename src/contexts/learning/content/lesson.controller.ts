import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Lesson } from './lesson.dto.js';
import { archiveLesson, createLesson, getLesson, publishLesson, updateLesson } from './lesson.operations.js';
import { LessonService } from './lesson.service.js';

@Controller()
export class LessonController {
  constructor(private readonly lessons: LessonService) {}

  @Operation(createLesson)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createLesson>): Promise<Lesson> {
    return this.lessons.create(uow, params.sectionId, body);
  }

  @Operation(getLesson)
  get(scope: Scope, { params }: InputOf<typeof getLesson>): Promise<Lesson> {
    return this.lessons.get(scope, params.lessonId);
  }

  @Operation(updateLesson)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateLesson>): Promise<Lesson> {
    return this.lessons.update(uow, params.lessonId, body);
  }

  @Operation(publishLesson)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishLesson>): Promise<Lesson> {
    return this.lessons.publish(uow, params.lessonId);
  }

  @Operation(archiveLesson)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveLesson>): Promise<Lesson> {
    return this.lessons.archive(uow, params.lessonId);
  }
}
