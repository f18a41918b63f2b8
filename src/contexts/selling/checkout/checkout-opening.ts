import { Injectable } from '@nestjs/common';
import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { countCheckouts, isPaymentUnderWay } from '../ledger/checkout-rows.js';
import { CheckoutEntity } from '../ledger/checkout.entity.js';
import { SALE } from '../ledger/sale.entity.js';
import { SaleRepository, type SaleRow } from '../ledger/sale.repository.js';
import { OfferEntity } from '../offer/offer.entity.js';
import { prospectErased } from '../prospect/prospect.operations.js';
import { customerOf } from '../provider/provider-customers.js';
import { requestOfProvider } from '../provider/provider-jobs.js';
import { findConnected } from '../provider/provider-secrets.js';
import { stripeAmountIssue } from '../provider/stripe-amounts.js';
import {
  amountNotSupported,
  checkoutLive,
  holdTooShort,
  noActiveProvider,
  nothingToPay,
  paymentUnderWay,
  tooManyCheckouts,
} from './checkout.refusals.js';
import { endOfCheckout, payableOf, SHORTEST_HOLD } from './payable.js';

const DAY = 86_400_000;
const MOST_IN_A_DAY = 5;

/** An amount to be paid, and who pays it. */
export interface CheckoutOrder {
  saleId: string;
  pay: 'due' | 'all';
  buyer: { prospectId: string; name: string; email: string };
  /** The name of the offer, for the buyer. */
  description: string;
  currency: string;
  installments: readonly { amount: number; dueAt: Date }[];
  received: number;
  /** Null for a sale that is active. */
  holdUntil: Date | null;
  savesMethod: boolean;
}

/** Prepares checkouts: the requests are committed with the command, and sent by a worker. */
@Injectable()
export class CheckoutOpening {
  constructor(private readonly sales: SaleRepository) {}

  /** Throws 409 where there is no active provider. */
  async requireProvider(uow: UnitOfWork): Promise<{ accountId: string; returnUrl: string }> {
    const connected = await findConnected(uow);
    if (connected?.status !== 'active' || connected.accountId === null) throw noActiveProvider.error();
    return { accountId: connected.accountId, returnUrl: connected.returnUrl };
  }

  /** For a locked sale that was accepted, with the amount that its installments say by now. */
  async openFor(uow: UnitOfWork, row: SaleRow, pay: CheckoutOrder['pay']): Promise<NewRow<CheckoutEntity>> {
    SALE.require(row, 'reserved', 'active');
    const { id: saleId, prospectId, buyerName: name, buyerEmail: email, terms, received } = row;
    if (email === null) throw prospectErased.error();
    const { name: description } = await uow.get(OfferEntity, row.offerId);
    return this.open(uow, {
      ...{ saleId, pay, description, received, savesMethod: row.autoCharge },
      buyer: { prospectId, name, email },
      currency: terms.currency,
      installments: await this.sales.listInstallments(uow, [saleId]),
      holdUntil: row.status === 'active' ? null : (row.holdUntil ?? uow.now),
    });
  }

  /** The sale is locked. */
  async open(uow: UnitOfWork, order: CheckoutOrder): Promise<NewRow<CheckoutEntity>> {
    const { accountId, returnUrl } = await this.requireProvider(uow);
    const { saleId, pay, buyer, description, currency, installments, received, holdUntil, savesMethod } = order;
    const { now } = uow;
    const { live, recent } = await countCheckouts(uow, saleId, new Date(now.getTime() - DAY));
    if (live > 0) throw checkoutLive.error();
    if (await isPaymentUnderWay(uow, saleId)) throw paymentUnderWay.error();
    if (recent >= MOST_IN_A_DAY) throw tooManyCheckouts.error();
    if (holdUntil !== null && holdUntil.getTime() - now.getTime() < SHORTEST_HOLD) throw holdTooShort.error();
    const amount = payableOf(installments, received, { pay, now, isActive: holdUntil === null });
    if (amount === 0) throw nothingToPay.error();
    if (stripeAmountIssue(amount, currency) !== undefined) throw amountNotSupported.error();
    const expiresAt = endOfCheckout(now, holdUntil);
    const checkout = uow.insert(CheckoutEntity, {
      ...{ saleId, pay, amount, currency, status: 'preparing', accountId, savesMethod, expiresAt },
      requestedBy: uow.actorId,
    });
    const customer = await customerOf(uow, { ...buyer, accountId }, now);
    const request = { customer, amount, currency, description, expiresAt, savesMethod, returnUrl };
    await requestOfProvider(uow, { kind: 'create_checkout', targetId: checkout.id, saleId, accountId, request }, now);
    return checkout;
  }
}
