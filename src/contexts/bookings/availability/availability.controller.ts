import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { getAvailability, setAvailability } from './availability.operations.js';
import { AvailabilityService } from './availability.service.js';

@Controller()
export class AvailabilityController {
  constructor(private readonly availabilities: AvailabilityService) {}

  @Operation(getAvailability)
  get(scope: Scope, { params }: InputOf<typeof getAvailability>) {
    return this.availabilities.get(scope, params.memberId);
  }

  @Operation(setAvailability)
  set(uow: UnitOfWork, { params, body }: InputOf<typeof setAvailability>) {
    return this.availabilities.set(uow, params.memberId, body);
  }
}
