import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { Checkout, type CreateCheckoutRequest } from '../ledger/checkout.dto.js';
import { checkoutOpened } from '../ledger/checkout.events.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { CheckoutOpening } from './checkout-opening.js';

@Injectable()
export class CheckoutService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly opening: CheckoutOpening,
  ) {}

  /** Locks the sale: it has one live checkout at most. */
  async create(uow: UnitOfWork, saleId: string, { pay }: CreateCheckoutRequest): Promise<Checkout> {
    const sale = await uow.getForUpdate(SaleEntity, saleId);
    const own = closerOf(uow.caller);
    // Somebody else has got it meanwhile.
    if (own !== null && sale.closerMemberId !== own) throw notFound();
    const row = await this.sales.read(uow, saleId);
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    const checkout = await this.opening.openFor(uow, row, pay);
    uow.record(checkoutOpened, checkout, ['amount', 'currency', 'pay']);
    return toResource(Checkout, checkout);
  }
}
