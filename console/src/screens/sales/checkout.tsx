import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { money } from '../../money.js';
import { checkouts as t } from '../../strings/checkouts.js';
import { strings } from '../../strings/common.js';
import { Facts, Section } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Sale = Schemas['SaleWithPayments'];

const PAYS = (['due', 'all'] as const).map((value) => ({ value, label: t.pays[value] }));

/** Whether the buyer can pay by the last checkout of a sale, or has, as far as it is known. */
export function isPayable({ checkout }: Sale): boolean {
  return checkout !== null && ['preparing', 'open', 'processing'].includes(checkout.status);
}

/** The last checkout of a sale that was accepted, and another one where none can be paid. */
export function Checkout({ sale }: { sale: Sale }) {
  const { status, checkout, installments } = sale;
  const isLive = status === 'reserved' || status === 'active';
  const isLeft = installments.some(({ amount, paid }) => paid < amount);
  const mayOpen = isLive && isLeft && !isPayable(sale);
  if (checkout === null && !mayOpen) return null;
  return (
    <Section title={t.title} hint={t.hint} actions={mayOpen && <Open saleId={sale.id} />}>
      {checkout === null ? <Empty>{t.none}</Empty> : <Shown checkout={checkout} isPayable={isPayable(sale)} />}
    </Section>
  );
}

function Shown({ checkout, isPayable: isLive }: { checkout: Schemas['Checkout']; isPayable: boolean }) {
  const { status, currency, amount, expiresAt, failure, url } = checkout;
  return (
    <>
      <Facts
        facts={{
          [strings.common.status]: <Status value={status} />,
          [t.amount]: money(currency, amount),
          [t.until]: isLive ? <Instant iso={expiresAt} /> : undefined,
          [t.failure]: failure === null ? undefined : t.failures[failure],
        }}
      />
      {url === null ? <Text>{t.states[status]}</Text> : <ShownOnce about={t.states[status]} text={url} />}
    </>
  );
}

function Open({ saleId }: { saleId: string }) {
  return (
    <WriteAction
      label={t.open}
      about={t.openAbout}
      fields={{ pay: { kind: 'choice', label: t.pay, options: PAYS } }}
      to="POST /sales/{saleId}/checkouts"
      path={{ saleId }}
      done={t.opened}
    />
  );
}
