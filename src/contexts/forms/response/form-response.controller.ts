import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  getFormResponse,
  listFormResponses,
  listMyForms,
  openFormResponse,
  redactFormResponse,
  reopenFormResponse,
  saveFormResponse,
  submitFormResponse,
  voidFormResponse,
} from './form-response.operations.js';
import { FormResponseReader } from './form-response.reader.js';
import { FormResponseService } from './form-response.service.js';

@Controller()
export class FormResponseController {
  constructor(
    private readonly responses: FormResponseService,
    private readonly reader: FormResponseReader,
  ) {}

  @Operation(openFormResponse)
  open(scope: Scope, { params }: InputOf<typeof openFormResponse>) {
    return this.reader.open(scope, params.formAssignmentId, params.enrollmentId);
  }

  @Operation(saveFormResponse)
  save(uow: UnitOfWork, { params, body }: InputOf<typeof saveFormResponse>) {
    return this.responses.save(uow, params.formAssignmentId, params.enrollmentId, body);
  }

  @Operation(submitFormResponse)
  submit(uow: UnitOfWork, { params, body }: InputOf<typeof submitFormResponse>) {
    return this.responses.submit(uow, params.formAssignmentId, params.enrollmentId, body);
  }

  @Operation(listFormResponses)
  list(scope: Scope, { query }: InputOf<typeof listFormResponses>) {
    return this.reader.list(scope, query);
  }

  @Operation(getFormResponse)
  get(scope: Scope, { params, query }: InputOf<typeof getFormResponse>) {
    return this.reader.get(scope, params.formResponseId, query.revision);
  }

  @Operation(reopenFormResponse)
  reopen(uow: UnitOfWork, { params, body }: InputOf<typeof reopenFormResponse>) {
    return this.responses.reopen(uow, params.formResponseId, body.until);
  }

  @Operation(voidFormResponse)
  void(uow: UnitOfWork, { params, body }: InputOf<typeof voidFormResponse>) {
    return this.responses.void(uow, params.formResponseId, body.reason);
  }

  @Operation(redactFormResponse)
  redact(uow: UnitOfWork, { params, body }: InputOf<typeof redactFormResponse>) {
    return this.responses.redact(uow, params.formResponseId, body.reason);
  }

  @Operation(listMyForms)
  listOwn(scope: Scope, { query }: InputOf<typeof listMyForms>) {
    return this.reader.listOwn(scope, query);
  }
}
