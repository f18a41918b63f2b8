import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listMyBlockers, reportBlocker } from './my-blocker.operations.js';
import { MyBlockerService } from './my-blocker.service.js';

@Controller()
export class MyBlockerController {
  constructor(private readonly myBlockers: MyBlockerService) {}

  @Operation(reportBlocker)
  report(uow: UnitOfWork, { body }: InputOf<typeof reportBlocker>) {
    return this.myBlockers.report(uow, body);
  }

  @Operation(listMyBlockers)
  list(scope: Scope, { query }: InputOf<typeof listMyBlockers>) {
    return this.myBlockers.list(scope, query);
  }
}
