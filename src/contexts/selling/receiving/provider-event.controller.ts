import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listProviderEvents, settleProviderEvent } from './provider-event.operations.js';
import { ProviderEventService } from './provider-event.service.js';

@Controller()
export class ProviderEventController {
  constructor(private readonly events: ProviderEventService) {}

  @Operation(listProviderEvents)
  list(scope: Scope, { query }: InputOf<typeof listProviderEvents>) {
    return this.events.list(scope, query);
  }

  @Operation(settleProviderEvent)
  settle(uow: UnitOfWork, { params, body }: InputOf<typeof settleProviderEvent>) {
    return this.events.settle(uow, params.providerEventId, body);
  }
}
