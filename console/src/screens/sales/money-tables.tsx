import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { money } from '../../money.js';
import { checkouts } from '../../strings/checkouts.js';
import { strings } from '../../strings/common.js';
import { sales as t } from '../../strings/sales.js';
import { Table, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { RecordPayment, RefundPayment, VoidPayment } from './payment-actions.js';

type Sale = Schemas['SaleWithPayments'];
type Installment = Sale['installments'][number];
type Payment = Schemas['Payment'];

/** The installments, with what of each is paid. */
export function Installments({ sale: { currency, installments } }: { sale: Sale }) {
  const columns: Column<Installment>[] = [
    { header: t.position, cell: ({ position }) => position },
    { header: t.amount, isNumber: true, cell: ({ amount }) => money(currency, amount) },
    { header: t.paid, isNumber: true, cell: ({ paid }) => money(currency, paid) },
    {
      header: t.dueAt,
      cell: ({ dueAt, overdue }) => (
        <>
          <Instant iso={dueAt} /> {overdue && <span className="alarming">{t.overdue}</span>}
        </>
      ),
    },
  ];
  if (installments.some(({ collections }) => collections.length > 0)) columns.push(COLLECTIONS);
  return (
    <Section title={t.installments}>
      {installments.length === 0 ? (
        <Empty>{t.noInstallments}</Empty>
      ) : (
        <Table label={t.installments} items={installments} idOf={({ id }) => id} columns={columns} />
      )}
    </Section>
  );
}

const COLLECTIONS: Column<Installment> = {
  header: t.collections,
  cell: ({ collections }) =>
    collections.map(({ id, attemptedAt, status, failure }) => (
      <div key={id}>
        <Instant iso={attemptedAt} /> {t.collectionStatuses[status]}
        {status === 'failed' && failure !== null && <div className="dimmed">{checkouts.failures[failure]}</div>}
      </div>
    )),
};

/** What came, and for administrators what can be done with it. */
export function Payments({ sale }: { sale: Sale }) {
  const { isAdministrator } = accessOf(useSession().me);
  const { payments, acceptedAt, status } = sale;
  const actions: Column<Payment> = {
    header: strings.common.actions,
    cell: (payment) =>
      payment.voidedAt === null &&
      payment.refundable > 0 && (
        <Group gap="xs">
          <RefundPayment sale={sale} payment={payment} />
          {payment.provider === null && payment.refundable === payment.amount && <VoidPayment payment={payment} />}
        </Group>
      ),
  };
  const isPayable = acceptedAt !== null && status !== 'proposed';
  return (
    <Section title={t.payments} actions={isAdministrator && isPayable && <RecordPayment sale={sale} />}>
      {payments.length === 0 ? (
        <Empty>{t.noPayments}</Empty>
      ) : (
        <Table
          label={t.payments}
          items={payments}
          idOf={({ id }) => id}
          columns={isAdministrator ? [...PAYMENTS, actions] : PAYMENTS}
        />
      )}
    </Section>
  );
}

const PAYMENTS: Column<Payment>[] = [
  { header: t.receivedAt, cell: ({ receivedAt }) => <Instant iso={receivedAt} /> },
  {
    header: t.amount,
    isNumber: true,
    cell: ({ currency, amount, voidedAt }) => (
      <>
        {money(currency, amount)}
        {voidedAt !== null && <div className="alarming">{t.voided}</div>}
      </>
    ),
  },
  { header: t.method, cell: ({ method, provider }) => t.providers[provider ?? ''] ?? t.methods[method] ?? method },
  { header: t.reference, cell: ({ reference }) => <span className="text">{reference}</span> },
  { header: t.refundable, isNumber: true, cell: ({ currency, refundable }) => money(currency, refundable) },
];

export function Refunds({ sale: { refunds } }: { sale: Sale }) {
  if (refunds.length === 0) return null;
  return (
    <Section title={t.refunds}>
      <Table label={t.refunds} items={refunds} idOf={({ id }) => id} columns={REFUNDS} />
    </Section>
  );
}

const REFUNDS: Column<Schemas['Refund']>[] = [
  { header: t.refundedAt, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
  { header: t.amount, isNumber: true, cell: ({ currency, amount }) => money(currency, amount) },
  {
    header: strings.common.status,
    cell: ({ status }) => (
      <>
        <Status value={status} />
        {status !== 'succeeded' && <div className="dimmed">{t.refundStatuses[status]}</div>}
      </>
    ),
  },
  { header: t.enrollment, cell: ({ enrollment }) => t.enrollmentChoices[enrollment as 'keep'] },
  { header: t.claim, cell: ({ claim }) => t.claimChoices[claim as 'keep'] },
];

/** Disputes of card payments, which are answered at the provider. */
export function Disputes({ sale: { currency, disputes } }: { sale: Sale }) {
  if (disputes.length === 0) return null;
  const columns: Column<Schemas['Dispute']>[] = [
    { header: t.disputedAt, cell: ({ openedAt }) => <Instant iso={openedAt} /> },
    { header: t.amount, isNumber: true, cell: ({ amount }) => money(currency, amount) },
    {
      header: strings.common.status,
      cell: ({ status }) => <span className={status === 'open' ? 'alarming' : ''}>{t.disputeStatuses[status]}</span>,
    },
    { header: t.decidedAt, cell: ({ closedAt }) => <Instant iso={closedAt} /> },
  ];
  return (
    <Section title={t.disputes} hint={t.disputesHint}>
      <Table label={t.disputes} items={disputes} idOf={({ id }) => id} columns={columns} />
    </Section>
  );
}
