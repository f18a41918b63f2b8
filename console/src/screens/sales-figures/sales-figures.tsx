import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { instantIn, viewerZone } from '../../dates.js';
import { decimalOf, money } from '../../money.js';
import { chart } from '../../strings/chart.js';
import { salesFigures as t } from '../../strings/sales-figures.js';
import { Chart } from '../../ui/chart/chart.js';
import type { Figures, Tone } from '../../ui/chart/figures.js';
import { PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { PageLink } from '../../ui/link.js';
import { Table, type Column } from '../../ui/list.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { Decided, MoneyLines, SUMS } from '../../ui/sales-money.js';
import { Facts, Screen, Section } from '../../ui/screen.js';
import { useFilters } from '../../ui/search-filters.js';
import { Empty, Loaded } from '../../ui/states.js';

type Analytics = Schemas['SalesAnalytics'];

const COUNTS: [count: keyof Analytics['sales'], tone: Tone][] = [
  ['proposed', 'blue'],
  ['accepted', 'green'],
  ['activated', 'green'],
  ['expired', 'gray'],
  ['cancelled', 'orange'],
];

/** What was sold in a period, what came of it, and what is outstanding. */
export default function SalesFigures() {
  const { get, set } = useFilters();
  const [programId, offerId] = [get('programId'), get('offerId')];
  const query = useRead('/analytics/sales', {
    query: { ...usePeriod(), ...(programId && { programId }), ...(offerId && { offerId }) },
  });
  const shared = { error: undefined, isClearable: true };
  return (
    <Screen title={t.title} about={t.about}>
      <div className="filters">
        <ResourceInput
          {...shared}
          label={t.program}
          choosable={{ of: 'programs' }}
          value={programId}
          onChange={(id) => set('programId', id)}
        />
        <ResourceInput
          {...shared}
          label={t.offer}
          choosable={{ of: 'offers' }}
          value={offerId}
          onChange={(id) => set('offerId', id)}
        />
      </div>
      <PeriodInput zone="UTC" usual={chart.period.last(90)} lasts={[30, 180, 366]} />
      <Loaded query={query}>{(analytics) => <Numbers analytics={analytics} />}</Loaded>
    </Screen>
  );
}

function Numbers({ analytics }: { analytics: Analytics }) {
  const { sales, acceptance, money: sums, offers, provenance, asOf } = analytics;
  return (
    <>
      <Chart title={t.sales} file={t.title} figures={countsOf(sales)}>
        <Facts facts={{ [t.acceptance]: <Decided rate={acceptance} /> }} />
      </Chart>
      {sums.length === 0 && (
        <Section title={t.money}>
          <Empty>{t.noMoney}</Empty>
        </Section>
      )}
      {sums.map((one) => (
        <Chart key={one.currency} title={t.moneyOf(one.currency)} hint={t.moneyHint} figures={moneyOf(one)} />
      ))}
      {offers.length > 0 && (
        <Section title={t.byOffer}>
          <Table label={t.byOffer} items={offers} idOf={({ offerId }) => offerId} columns={OFFERS} />
        </Section>
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t.source(provenance.money.source, instantIn(viewerZone, asOf))}
      </Text>
    </>
  );
}

function countsOf(sales: Analytics['sales']): Figures {
  return {
    kind: 'bars',
    header: t.what,
    points: COUNTS.map(([count, tone]) => ({ label: t.counts[count], tone })),
    series: [{ name: t.count, tone: 'blue', values: COUNTS.map(([count]) => sales[count]) }],
  };
}

const TONES: Record<(typeof SUMS)[number], Tone> = {
  sold: 'blue',
  received: 'green',
  refunded: 'orange',
  disputed: 'red',
  outstanding: 'gray',
  overdue: 'red',
};

/** Minor units, which are written as amounts. */
function moneyOf(sums: Schemas['SalesMoney']): Figures {
  const format = (amount: number) => money(sums.currency, Math.round(amount));
  const inFile = (amount: number) => decimalOf(sums.currency, amount);
  return {
    kind: 'bars',
    header: t.what,
    points: SUMS.map((sum) => ({ label: t.sums[sum], tone: TONES[sum] })),
    series: [{ name: t.amountIn(sums.currency), tone: 'blue', values: SUMS.map((sum) => sums[sum]), format, inFile }],
  };
}

const OFFERS: Column<Schemas['OfferMoney']>[] = [
  { header: t.offer, cell: ({ offerId, name }) => <PageLink to={`/offers/${offerId}`}>{name}</PageLink> },
  { header: t.money, cell: ({ money: sums }) => <MoneyLines sums={sums} /> },
];
