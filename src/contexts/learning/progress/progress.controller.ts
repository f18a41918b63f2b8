import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { LessonCompletionService } from './lesson-completion.service.js';
import { completeLesson, listCohortProgress, readProgress, uncompleteLesson } from './progress.operations.js';
import { ProgressService } from './progress.service.js';

@Controller()
export class ProgressController {
  constructor(
    private readonly completions: LessonCompletionService,
    private readonly progress: ProgressService,
  ) {}

  @Operation(completeLesson)
  complete(uow: UnitOfWork, { params, body }: InputOf<typeof completeLesson>) {
    return this.completions.complete(uow, params.enrollmentId, body);
  }

  @Operation(uncompleteLesson)
  uncomplete(uow: UnitOfWork, { params, body }: InputOf<typeof uncompleteLesson>) {
    return this.completions.uncomplete(uow, params.enrollmentId, body);
  }

  @Operation(readProgress)
  read(scope: Scope, { params }: InputOf<typeof readProgress>) {
    return this.progress.read(scope, params.enrollmentId);
  }

  @Operation(listCohortProgress)
  list(scope: Scope, { params, query }: InputOf<typeof listCohortProgress>) {
    return this.progress.listOfCohort(scope, params.cohortId, query);
  }
}
