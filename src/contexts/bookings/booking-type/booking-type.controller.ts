import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  archiveBookingType,
  createBookingType,
  getBookingType,
  listBookingTypes,
  updateBookingType,
} from './booking-type.operations.js';
import { BookingTypeService } from './booking-type.service.js';

@Controller()
export class BookingTypeController {
  constructor(private readonly types: BookingTypeService) {}

  @Operation(createBookingType)
  create(uow: UnitOfWork, { body }: InputOf<typeof createBookingType>) {
    return this.types.create(uow, body);
  }

  @Operation(listBookingTypes)
  list(scope: Scope, { query }: InputOf<typeof listBookingTypes>) {
    return this.types.list(scope, query);
  }

  @Operation(getBookingType)
  get(scope: Scope, { params }: InputOf<typeof getBookingType>) {
    return this.types.get(scope, params.bookingTypeId);
  }

  @Operation(updateBookingType)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateBookingType>) {
    return this.types.update(uow, params.bookingTypeId, body);
  }

  @Operation(archiveBookingType)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveBookingType>) {
    return this.types.archive(uow, params.bookingTypeId);
  }
}
