import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { money } from '../../money.js';
import { strings } from '../../strings/common.js';
import { offers as t } from '../../strings/offers.js';
import { number, word } from '../../strings/words.js';
import { LinkButton } from '../../ui/link.js';
import { Table, type Column } from '../../ui/list.js';
import { Markdown } from '../../ui/markdown.js';
import { dueText } from '../../ui/prices.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { SalesLinks } from '../../ui/sales-links.js';
import { CohortOfSale } from '../../ui/selling-names.js';
import { Instant, Status } from '../../ui/value.js';
import { OfferActions } from './offer-actions.js';
import { OnSale } from '../../ui/on-sale.js';

type Offer = Schemas['Offer'];

/** An offer: whether it can be sold now, what it costs, and what follows. */
export default function OfferScreen({ offerId }: { offerId: string }) {
  const query = useRead('/offers/{offerId}', { path: { offerId } });
  const { isAdministrator, readsPrograms } = accessOf(useSession().me);
  const offer = query.data;
  if (!offer) return <PendingScreen title={t.offer} query={query} />;
  const { programId, cohortId, opensAt, closesAt, salesCount, salesLimit, description } = offer;
  return (
    <Screen
      title={offer.name}
      about={<Status value={offer.status} />}
      actions={
        <>
          <LinkButton to={`/sales?offerId=${offerId}`}>{t.sales}</LinkButton>
          {isAdministrator && offer.status !== 'archived' && <OfferActions offer={offer} />}
        </>
      }
    >
      <Facts
        facts={{
          [t.onSale]: <OnSale onSale={offer.onSale} />,
          [t.program]: readsPrograms ? <ProgramLink programId={programId} /> : undefined,
          [t.cohort]: cohortId === null ? t.anyCohort : <CohortOfSale cohortId={cohortId} />,
          [t.opensAt]: opensAt === null ? undefined : <Instant iso={opensAt} />,
          [t.closesAt]: closesAt === null ? undefined : <Instant iso={closesAt} />,
          [t.salesCount]: t.salesOf(salesCount, salesLimit),
          [t.seats]: cohortId === null ? undefined : <Seats cohortId={cohortId} />,
        }}
      />
      {description !== null && <Markdown text={description} />}
      <Plans offer={offer} />
      <SalesLinks of={{ offerId }} links={offer.links} canMake={offer.status !== 'archived'} />
      <Terms offer={offer} />
    </Screen>
  );
}

/** How many places are left, which a closer may know as well. */
function Seats({ cohortId }: { cohortId: string }) {
  const { data } = useRead('/cohorts/{cohortId}/sales-availability', { path: { cohortId } });
  if (!data) return null;
  return data.seats.available === null ? t.noLimit : number(data.seats.available);
}

function Plans({ offer: { terms } }: { offer: Offer }) {
  const { currency, paymentPlans } = terms;
  const columns: Column<Schemas['OfferPaymentPlan']>[] = [
    { header: t.plan, cell: ({ name }) => <strong>{name}</strong> },
    {
      header: t.installments,
      cell: ({ installments }) => (
        <ol className="phases">
          {installments.map(({ amount, due }, at) => (
            <li key={at}>{t.part(money(currency, amount), dueText(due))}</li>
          ))}
        </ol>
      ),
    },
    { header: t.total, isNumber: true, cell: ({ total }) => money(currency, total) },
  ];
  return (
    <Section title={t.plans}>
      <Table label={t.plans} items={paymentPlans} idOf={({ key }) => key} columns={columns} />
    </Section>
  );
}

function Terms({ offer: { terms } }: { offer: Offer }) {
  const { readsPrograms } = accessOf(useSession().me);
  const { pathId, transferHoldDays, overdue } = terms;
  const path = useRead(
    '/paths/{pathId}',
    { path: { pathId: pathId ?? '' } },
    { enabled: pathId !== null && readsPrograms },
  );
  const { yes, no } = strings.common;
  return (
    <Section title={t.terms}>
      <Facts
        facts={{
          [t.version]: terms.version,
          [t.enrollWhen]: t.enrollWhens[terms.enrollWhen],
          [t.enrollAs]: word(terms.enrollAs),
          [t.path]: readsPrograms ? (path.data?.name ?? t.noPath) : undefined,
          [t.transferHoldDays]: transferHoldDays ?? t.noTransfers,
          [t.maxDiscount]: money(terms.currency, terms.maxDiscount),
          [t.graceDays]: overdue.graceDays,
          [t.pauseAfterDays]: overdue.pauseAfterDays ?? t.never,
          [t.resumeWhenPaid]: overdue.pauseAfterDays === null ? undefined : overdue.resumeWhenPaid ? yes : no,
          [t.holdMinutes]: terms.holdMinutes,
          [t.retryDays]: overdue.retryDays.length === 0 ? undefined : overdue.retryDays.join(', '),
          [t.unfulfillable]: t.unfulfillables[terms.unfulfillable],
          [t.pauseOnDispute]: overdue.pauseOnDispute ? yes : undefined,
        }}
      />
    </Section>
  );
}
