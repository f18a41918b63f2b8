import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import { recordPayment, refundPayment, voidPayment } from './payment.operations.js';
import { PaymentService } from './payment.service.js';
import { RefundService } from './refund.service.js';

@Controller()
export class PaymentController {
  constructor(
    private readonly payments: PaymentService,
    private readonly refunds: RefundService,
  ) {}

  @Operation(recordPayment)
  record(uow: UnitOfWork, { params, body }: InputOf<typeof recordPayment>) {
    return this.payments.record(uow, params.saleId, body);
  }

  @Operation(voidPayment)
  void(uow: UnitOfWork, { params, body }: InputOf<typeof voidPayment>) {
    return this.payments.void(uow, params.paymentId, body);
  }

  @Operation(refundPayment)
  refund(uow: UnitOfWork, { params, body }: InputOf<typeof refundPayment>) {
    return this.refunds.refund(uow, params.paymentId, body);
  }
}
