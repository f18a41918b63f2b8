import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { money } from '../../money.js';
import { strings } from '../../strings/common.js';
import { sales as t } from '../../strings/sales.js';
import { PageLink } from '../../ui/link.js';
import { CloserName, CohortOfSale, useOfferNames } from '../../ui/selling-names.js';
import { Facts, PendingScreen, Screen } from '../../ui/screen.js';
import { SalesLinks } from '../../ui/sales-links.js';
import { Instant, Status } from '../../ui/value.js';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { Checkout, isPayable } from './checkout.js';
import { Disputes, Installments, Payments, Refunds } from './money-tables.js';
import { Ledger } from './ledger.js';
import { NextStep } from './next-step.js';
import { SaleActions } from './sale-actions.js';

type Sale = Schemas['SaleWithPayments'];

/** What is ordered, or paid, by a personal link. */
const ORDERED: Sale['status'][] = ['proposed', 'reserved', 'active'];
/** How often the page is read again while the provider is asked for something, and while it decides. */
const SOON_MS = 2_000;
const OFTEN_MS = 10_000;

/** A sale: what happens next, its money, and the entries that its money is the sum of. */
export default function SaleScreen({ saleId }: { saleId: string }) {
  const query = useRead('/sales/{saleId}', { path: { saleId } }, { every: (sale) => everyOf(sale) });
  const nameOf = useOfferNames();
  const sale = query.data;
  if (!sale) return <PendingScreen title={t.sale} query={query} />;
  const { status, standing, fulfillment, buyer, prospectId } = sale;
  return (
    <Screen
      title={t.of(nameOf(sale.offerId), buyer.name)}
      about={
        <>
          <Status value={status} /> {standing !== null && <Status value={standing} />}{' '}
          {fulfillment.status === 'stuck' && <Status value={fulfillment.status} />}
        </>
      }
      trail={[
        <PageLink key="prospect" to={`/prospects/${prospectId}`}>
          {buyer.name}
        </PageLink>,
      ]}
      actions={<SaleActions sale={sale} />}
    >
      <NextStep sale={sale} />
      <Money sale={sale} />
      <SaleFacts sale={sale} />
      <Installments sale={sale} />
      <Checkout sale={sale} />
      <SalesLinks of={{ saleId }} links={sale.links} canMake={ORDERED.includes(status)} />
      <Payments sale={sale} />
      <Refunds sale={sale} />
      <Disputes sale={sale} />
      <Ledger saleId={saleId} />
    </Screen>
  );
}

function everyOf(sale: Sale | undefined): number | false {
  if (sale?.checkout?.status === 'preparing') return SOON_MS;
  const isUndecided = sale?.refunds.some(({ status }) => status === 'pending') ?? false;
  return sale !== undefined && (isUndecided || isPayable(sale)) && OFTEN_MS;
}

function Money({ sale }: { sale: Sale }) {
  const { currency, total, discount, taxAmount, owed, received, outstanding, credit } = sale;
  const shown = (amount: number) => (amount === 0 ? undefined : money(currency, amount));
  return (
    <Facts
      facts={{
        [t.total]: total === null ? t.planOpen : money(currency, total),
        [t.discount]: shown(discount),
        [t.taxAmount]: taxAmount === null ? undefined : money(currency, taxAmount),
        [t.owed]: money(currency, owed),
        [t.received]: money(currency, received),
        [t.outstanding]: money(currency, outstanding),
        [t.credit]: shown(credit),
      }}
    />
  );
}

function SaleFacts({ sale }: { sale: Sale }) {
  const { isStaff } = accessOf(useSession().me);
  const { buyer, participant, fulfillment, billing, terms } = sale;
  const plan = terms.paymentPlans.find(({ key }) => key === sale.paymentPlanKey);
  const { enrollmentId } = fulfillment;
  const time = (iso: string | null) => (iso === null ? undefined : <Instant iso={iso} />);
  return (
    <>
      <Facts
        facts={{
          [t.buyer]: <PageLink to={`/prospects/${sale.prospectId}`}>{buyer.name}</PageLink>,
          [t.participant]: participant.email === buyer.email ? undefined : personOf(participant),
          [t.closer]: <CloserName memberId={sale.closerMemberId} />,
          [t.cohort]: sale.cohortId === null ? t.planOpen : <CohortOfSale cohortId={sale.cohortId} />,
          [t.plan]: plan?.name ?? t.planOpen,
          [t.autoCharge]: sale.autoCharge ? strings.common.yes : undefined,
          [t.fulfillment]: (
            <>
              {t.fulfillments[fulfillment.status]}{' '}
              {enrollmentId !== null && isStaff && (
                <PageLink to={`/enrollments/${enrollmentId}`}>{t.enrollmentPage}</PageLink>
              )}
            </>
          ),
          [t.proposedAt]: time(sale.proposedAt),
          [t.acceptedAt]: time(sale.acceptedAt),
          [t.activatedAt]: time(sale.activatedAt),
          [t.endedAt]: time(sale.endedAt),
          [t.endReason]: sale.endReason ?? undefined,
          [t.billing]: billing === null ? undefined : <span className="text">{billingText(billing)}</span>,
        }}
      />
      <p className="dimmed">{t.terms(sale.offerVersion)}</p>
    </>
  );
}

function personOf({ name, email }: Sale['participant']): string {
  return [name, email ?? strings.common.none].join(', ');
}

function billingText({ company, lines, country, taxId }: NonNullable<Sale['billing']>): string {
  return [company, ...lines, country, taxId].filter(Boolean).join(', ');
}
