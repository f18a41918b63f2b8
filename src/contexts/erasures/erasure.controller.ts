import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { approveErasure, cancelErasure, getErasure, listErasures, requestErasure } from './erasure.operations.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  @Operation(requestErasure)
  request(uow: UnitOfWork, { params, body }: InputOf<typeof requestErasure>) {
    return this.erasures.request(uow, params.memberId, body);
  }

  @Operation(listErasures)
  list(scope: Scope, { query }: InputOf<typeof listErasures>) {
    return this.erasures.list(scope, query);
  }

  @Operation(getErasure)
  get(scope: Scope, { params }: InputOf<typeof getErasure>) {
    return this.erasures.get(scope, params.erasureId);
  }

  @Operation(approveErasure)
  approve(uow: UnitOfWork, { params }: InputOf<typeof approveErasure>) {
    return this.erasures.approve(uow, params.erasureId);
  }

  @Operation(cancelErasure)
  cancel(uow: UnitOfWork, { params }: InputOf<typeof cancelErasure>) {
    return this.erasures.cancel(uow, params.erasureId);
  }
}
