import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { MyBlocker } from './my-blocker.dto.js';
import { listMyBlockers, reportBlocker } from './my-blocker.operations.js';
import { MyBlockerService } from './my-blocker.service.js';

@Controller()
export class MyBlockerController {
  constructor(private readonly myBlockers: MyBlockerService) {}

  @Operation(reportBlocker)
  report(uow: UnitOfWork, { body }: InputOf<typeof reportBlocker>): Promise<MyBlocker> {
    return this.myBlockers.report(uow, body);
  }

  @Operation(listMyBlockers)
  list(scope: Scope, { query }: InputOf<typeof listMyBlockers>): Promise<Page<MyBlocker>> {
    return this.myBlockers.list(scope, query);
  }
}
