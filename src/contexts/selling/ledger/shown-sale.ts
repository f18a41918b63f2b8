import { toResource } from '#kernel/fields';
import type { OfferTerms } from '../terms/shown-terms.dto.js';
import type { SalesLinkState } from '../link/sales-link.dto.js';
import { balanceOf, paidOf, standingOf } from './ledger.js';
import { Checkout } from './checkout.dto.js';
import type { CheckoutRow } from './checkout-rows.js';
import { Sale } from './sale.dto.js';
import type { InstallmentRow, SaleRow } from './sale.repository.js';

const DAY = 86_400_000;

/** Money covers the installments in their order; see the laws of the ledger. */
export function toSale(
  row: SaleRow,
  rows: readonly InstallmentRow[],
  { now, checkout, links }: { now: Date; checkout: CheckoutRow | undefined; links: SalesLinkState[] },
): Sale {
  const { terms, offerVersion: version, paymentPlanKey: key, buyerName, buyerEmail } = row;
  const buyer = { name: buyerName, email: buyerEmail };
  const isParticipant = row.participantName === null;
  const balance = balanceOf(row);
  const paid = paidOf(rows, row.received);
  const installments = rows.map(({ id, position, amount, dueAt }, index) => {
    const isLate = dueAt.getTime() + terms.overdue.graceDays * DAY <= now.getTime();
    const overdue = row.status === 'active' && isLate && paid[index] < amount;
    return { id, position, amount, paid: paid[index], dueAt: dueAt.toISOString(), overdue };
  });
  const isOverdue = installments.some(({ overdue }) => overdue);
  return toResource(Sale, {
    ...row,
    ...balance,
    buyer,
    participant: isParticipant ? buyer : { name: row.participantName ?? '', email: row.participantEmail },
    terms: { version, ...terms } as OfferTerms,
    currency: terms.currency,
    total: terms.paymentPlans.find((plan) => plan.key === key)?.total ?? null,
    standing: standingOf(balance, {
      wasOwed: row.activatedAt !== null,
      isDisputed: row.isDisputed,
      isOverdue,
    }),
    installments,
    links,
    checkout: checkout ? toResource(Checkout, checkout) : null,
    fulfillment: {
      status: row.fulfillmentStatus,
      reason: row.fulfillmentReason,
      enrollmentId: row.enrollmentId,
    },
  });
}
