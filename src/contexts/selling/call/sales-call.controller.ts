import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { bookSalesCall, closeSalesCall, listSalesCallSlots, moveSalesCall } from './sales-call.operations.js';
import { SalesCallService } from './sales-call.service.js';

@Controller()
export class SalesCallController {
  constructor(private readonly calls: SalesCallService) {}

  @Operation(listSalesCallSlots)
  listSlots(scope: Scope, { query }: InputOf<typeof listSalesCallSlots>) {
    return this.calls.listSlots(scope, query);
  }

  @Operation(bookSalesCall)
  book(uow: UnitOfWork, { params, body }: InputOf<typeof bookSalesCall>) {
    return this.calls.book(uow, params.prospectId, body);
  }

  @Operation(moveSalesCall)
  move(uow: UnitOfWork, { params, body }: InputOf<typeof moveSalesCall>) {
    return this.calls.move(uow, params.salesCallId, body.startsAt);
  }

  @Operation(closeSalesCall)
  close(uow: UnitOfWork, { params, body }: InputOf<typeof closeSalesCall>) {
    return this.calls.close(uow, params.salesCallId, body);
  }
}
