import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { handOverWork, previewHandover } from './handover.operations.js';
import { HandoverService } from './handover.service.js';

@Controller()
export class HandoverController {
  constructor(private readonly handovers: HandoverService) {}

  @Operation(previewHandover)
  preview(scope: Scope, { params }: InputOf<typeof previewHandover>) {
    return this.handovers.preview(scope, params.memberId);
  }

  @Operation(handOverWork)
  handOver(uow: UnitOfWork, { params, body }: InputOf<typeof handOverWork>) {
    return this.handovers.handOver(uow, params.memberId, body);
  }
}
