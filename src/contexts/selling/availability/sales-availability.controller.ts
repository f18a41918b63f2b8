import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { readSalesAvailability, setSalesAvailability } from './sales-availability.operations.js';
import { SalesAvailabilityService } from './sales-availability.service.js';

@Controller()
export class SalesAvailabilityController {
  constructor(private readonly availabilities: SalesAvailabilityService) {}

  @Operation(readSalesAvailability)
  read(scope: Scope, { params }: InputOf<typeof readSalesAvailability>) {
    return this.availabilities.read(scope, params.cohortId);
  }

  @Operation(setSalesAvailability)
  set(uow: UnitOfWork, { params, body }: InputOf<typeof setSalesAvailability>) {
    return this.availabilities.set(uow, params.cohortId, body);
  }
}
