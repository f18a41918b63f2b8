import type { Schemas } from '@delivery-service/client';
import { viewerZone } from '../../dates.js';
import { sales as t } from '../../strings/sales.js';
import { WriteAction } from '../../ui/write-action.js';
import { isPayable } from './checkout.js';
import { CLAIMS, ENROLLMENTS, METHODS } from './choices.js';

type Sale = Schemas['SaleWithPayments'];
type Payment = Schemas['Payment'];

/** Money that came. What is suggested is what is due next. */
export function RecordPayment({ sale }: { sale: Sale }) {
  const { currency, installments } = sale;
  const next = installments.find(({ amount, paid }) => paid < amount);
  return (
    <WriteAction
      label={t.record}
      about={isPayable(sale) ? `${t.recordAbout} ${t.recordEnds}` : t.recordAbout}
      fields={{
        amount: { kind: 'amount', label: t.amount, currency, initial: next ? next.amount - next.paid : null },
        method: { kind: 'choice', label: t.method, options: METHODS },
        reference: { kind: 'text', label: t.reference, hint: t.referenceHint },
        receivedAt: {
          kind: 'instant',
          label: t.receivedAt,
          hint: t.receivedHint,
          zone: viewerZone,
          isOptional: true,
        },
      }}
      to="POST /sales/{saleId}/payments"
      path={{ saleId: sale.id }}
      body={(values) => ({ ...values, currency })}
      done={t.recorded}
    />
  );
}

export function VoidPayment({ payment: { id, reference } }: { payment: Payment }) {
  return (
    <WriteAction
      label={t.void}
      name={t.voidOf(reference)}
      about={t.voidAbout}
      fields={{ reason: { kind: 'longText', label: t.reason } }}
      to="POST /payments/{paymentId}/void"
      path={{ paymentId: id }}
      done={t.voidDone}
      isDanger
    />
  );
}

/** Money that goes back. Whether the person stays, and whether it is owed again, is said each time. */
export function RefundPayment({ sale, payment }: { sale: Sale; payment: Payment }) {
  const { currency } = sale;
  const isManual = payment.provider === null;
  return (
    <WriteAction
      label={t.refund}
      name={t.refundOf(payment.reference)}
      about={isManual ? t.refundAbout : t.refundByProvider}
      fields={{
        amount: { kind: 'amount', label: t.amount, currency, initial: payment.refundable },
        reason: { kind: 'longText', label: t.reason },
        enrollment: { kind: 'choice', label: t.enrollment, options: ENROLLMENTS, startsEmpty: true },
        claim: { kind: 'choice', label: t.claim, options: CLAIMS, startsEmpty: true },
      }}
      to="POST /payments/{paymentId}/refunds"
      path={{ paymentId: payment.id }}
      done={isManual ? t.refunded : t.refundRequested}
      isDanger
    />
  );
}
