import type { Schemas } from '@delivery-service/client';
import { Alert } from '@mantine/core';
import { instantIn, viewerZone } from '../../dates.js';
import { money } from '../../money.js';
import { sales as t } from '../../strings/sales.js';

type Sale = Schemas['SaleWithPayments'];

/** What happens next with a sale, in a few sentences; what needs somebody stands out. */
export function NextStep({ sale }: { sale: Sale }) {
  const { needs, sentences } = nextOf(sale);
  return (
    <Alert color={needs ? 'orange' : 'gray'} title={t.next} role="note" mb="md">
      {sentences.join(' ')}
    </Alert>
  );
}

const at = (iso: string) => instantIn(viewerZone, iso);

export function nextOf(sale: Sale): { needs: boolean; sentences: string[] } {
  const { status, currency, credit, fulfillment, holdUntil, terms } = sale;
  const hasCredit = credit > 0 && status !== 'reserved';
  const about = hasCredit ? [t.nexts.credit(money(currency, credit))] : [];
  switch (status) {
    case 'proposed':
      return { needs: false, sentences: [t.nexts.proposed(at(sale.expiresAt))] };
    case 'reserved': {
      if (holdUntil === null) return { needs: true, sentences: [t.nexts.lapsed] };
      const by = terms.enrollWhen;
      return { needs: false, sentences: [by === 'acceptance' ? t.nexts.acceptance : t.nexts[by](at(holdUntil))] };
    }
    case 'active': {
      const missing =
        fulfillment.status === 'stuck'
          ? [t.nexts.stuck, t.stuckReasons[fulfillment.reason ?? ''] ?? '']
          : fulfillment.status === 'ended'
            ? [t.nexts.ended]
            : [];
      const due = dueOf(sale);
      const isDisputed = sale.standing === 'disputed';
      return {
        needs: fulfillment.status === 'stuck' || isDisputed || due.needsBuyer || due.isOverdue || hasCredit,
        sentences: [
          ...missing,
          ...(isDisputed ? [t.nexts.disputed] : []),
          due.sentence,
          ...(due.needsBuyer ? [t.nexts.needs_buyer] : []),
          ...about,
        ],
      };
    }
    case 'expired':
      return { needs: hasCredit, sentences: [t.nexts.expired, ...about] };
    case 'cancelled':
      return { needs: hasCredit, sentences: [t.nexts.cancelled, ...about] };
  }
}

/** The first installment that is not wholly paid. */
function dueOf({ currency, installments }: Sale): { isOverdue: boolean; needsBuyer: boolean; sentence: string } {
  const next = installments.find(({ amount, paid }) => paid < amount);
  if (!next) return { isOverdue: false, needsBuyer: false, sentence: t.nexts.paid };
  const needsBuyer = next.collections.at(-1)?.status === 'needs_buyer';
  const [rest, when] = [money(currency, next.amount - next.paid), at(next.dueAt)];
  return { isOverdue: next.overdue, needsBuyer, sentence: (next.overdue ? t.nexts.overdue : t.nexts.due)(rest, when) };
}
