import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { previewTransfer, transferEnrollment } from './transfer.operations.js';
import { TransferService } from './transfer.service.js';

@Controller()
export class TransferController {
  constructor(private readonly transfers: TransferService) {}

  @Operation(previewTransfer)
  preview(scope: Scope, { params, query }: InputOf<typeof previewTransfer>) {
    return this.transfers.preview(scope, params.enrollmentId, query.toCohortId);
  }

  @Operation(transferEnrollment)
  transfer(uow: UnitOfWork, { params, body }: InputOf<typeof transferEnrollment>) {
    return this.transfers.transfer(uow, params.enrollmentId, body);
  }
}
