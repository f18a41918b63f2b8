import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createSubmission, listSubmissions } from './submission.operations.js';
import { SubmissionService } from './submission.service.js';

@Controller()
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Operation(createSubmission)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createSubmission>) {
    return this.submissions.create(uow, params.deliverableId, body);
  }

  @Operation(listSubmissions)
  list(scope: Scope, { params, query }: InputOf<typeof listSubmissions>) {
    return this.submissions.list(scope, params.deliverableId, query);
  }
}
