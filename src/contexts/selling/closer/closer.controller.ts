import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listClosers, setCloserAvailability } from './closer.operations.js';
import { CloserService } from './closer.service.js';

@Controller()
export class CloserController {
  constructor(private readonly closers: CloserService) {}

  @Operation(listClosers)
  list(scope: Scope, { query }: InputOf<typeof listClosers>) {
    return this.closers.list(scope, query);
  }

  @Operation(setCloserAvailability)
  set(uow: UnitOfWork, { params, body }: InputOf<typeof setCloserAvailability>) {
    return this.closers.set(uow, params.memberId, body);
  }
}
