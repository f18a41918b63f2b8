import { Controller } from '@nestjs/common';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import { UnitOfWork } from '#kernel/work/unit-of-work.js';
import type { HandedOverWork, HandoverPreview } from './handover.dto.js';
import { handOverWork, previewHandover } from './handover.operations.js';
import { HandoverService } from './handover.service.js';

@Controller()
export class HandoverController {
  constructor(private readonly handovers: HandoverService) {}

  @Operation(previewHandover)
  preview(scope: Scope, { params }: InputOf<typeof previewHandover>): Promise<HandoverPreview> {
    return this.handovers.preview(scope, params.memberId);
  }

  @Operation(handOverWork)
  handOver(uow: UnitOfWork, { params, body }: InputOf<typeof handOverWork>): Promise<HandedOverWork> {
    return this.handovers.handOver(uow, params.memberId, body);
  }
}
