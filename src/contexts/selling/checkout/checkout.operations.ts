import { administratorsAndClosers } from '#kernel/access';
import { resource } from '#kernel/operations';
import { Checkout, CreateCheckoutRequest } from '../ledger/checkout.dto.js';
import { checkoutOpened } from '../ledger/checkout.events.js';
import { reachableSale } from '../ledger/sale.policy.js';
import { SALE } from '../ledger/sale.entity.js';
import { prospectErased } from '../prospect/prospect.operations.js';
import {
  amountNotSupported,
  checkoutLive,
  holdTooShort,
  noActiveProvider,
  nothingToPay,
  paymentUnderWay,
  tooManyCheckouts,
} from './checkout.refusals.js';

const checkouts = resource({
  noun: 'checkout',
  path: '/checkouts/:checkoutId',
  tag: 'Payments',
  response: Checkout,
  target: reachableSale,
  read: administratorsAndClosers,
  write: administratorsAndClosers,
});

export const createCheckout = checkouts.create({
  name: 'create_checkout',
  path: '/sales/:saleId/checkouts',
  parent: reachableSale,
  summary: 'Create a checkout for a sale',
  description:
    'A worker prepares the page on which the buyer pays; the sale then has its URL. It ends 5 minutes before the hold, ' +
    'which it never prolongs, and within 24 hours.',
  body: CreateCheckoutRequest,
  event: checkoutOpened,
  refusals: { 403: `${administratorsAndClosers.forbidden} Refused on one with the own address.` },
  reasons: [
    ...SALE.refusalsUnless('reserved', 'active'),
    ...[
      noActiveProvider,
      nothingToPay,
      checkoutLive,
      paymentUnderWay,
      tooManyCheckouts,
      holdTooShort,
      amountNotSupported,
    ],
    prospectErased,
  ],
});
