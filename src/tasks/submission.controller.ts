import { Controller } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { Operation } from '../platform/operations/operation.decorator.js';
import type { InputOf } from '../platform/operations/operation.js';
import { Scope } from '../platform/persistence/scope.js';
import { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { Submission } from './submission.dto.js';
import { createSubmission, listSubmissions } from './submission.operations.js';
import { SubmissionService } from './submission.service.js';

@Controller()
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Operation(createSubmission)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createSubmission>): Promise<Submission> {
    return this.submissions.create(uow, params.deliverableId, body);
  }

  @Operation(listSubmissions)
  list(scope: Scope, { params, query }: InputOf<typeof listSubmissions>): Promise<Page<Submission>> {
    return this.submissions.list(scope, params.deliverableId, query);
  }
}
