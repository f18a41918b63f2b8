import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { linkFormResponse } from '../response/form-response.operations.js';
import { closeIntakeLink, createIntakeLink, listIntakeLinks } from './intake-link.operations.js';
import { IntakeLinkService } from './intake-link.service.js';
import { ResponseLinkingService } from './response-linking.service.js';

@Controller()
export class IntakeLinkController {
  constructor(
    private readonly links: IntakeLinkService,
    private readonly linking: ResponseLinkingService,
  ) {}

  @Operation(createIntakeLink)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createIntakeLink>) {
    return this.links.create(uow, params.formId, body);
  }

  @Operation(listIntakeLinks)
  list(scope: Scope, { params, query }: InputOf<typeof listIntakeLinks>) {
    return this.links.list(scope, params.formId, query);
  }

  @Operation(linkFormResponse)
  link(uow: UnitOfWork, { params, body }: InputOf<typeof linkFormResponse>) {
    return this.linking.link(uow, params.formResponseId, body.enrollmentId);
  }

  @Operation(closeIntakeLink)
  close(uow: UnitOfWork, { params }: InputOf<typeof closeIntakeLink>) {
    return this.links.close(uow, params.intakeLinkId);
  }
}
