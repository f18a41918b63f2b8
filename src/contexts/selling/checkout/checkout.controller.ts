import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import { createCheckout } from './checkout.operations.js';
import { CheckoutService } from './checkout.service.js';

@Controller()
export class CheckoutController {
  constructor(private readonly checkouts: CheckoutService) {}

  @Operation(createCheckout)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCheckout>) {
    return this.checkouts.create(uow, params.saleId, body);
  }
}
