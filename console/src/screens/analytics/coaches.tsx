import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useList } from '../../api/reads.js';
import { coaches as t } from '../../strings/analytics.js';
import { bookings } from '../../strings/bookings.js';
import { number } from '../../strings/words.js';
import { Chart } from '../../ui/chart/chart.js';
import { CsvButton } from '../../ui/csv-button.js';
import { inFile } from '../../ui/chart/csv.js';
import { isNumber, type Figures, type Value } from '../../ui/chart/figures.js';
import { PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { chart } from '../../strings/chart.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { PageLink } from '../../ui/link.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { Screen, Section } from '../../ui/screen.js';
import { NotMeasured } from '../../ui/states.js';

type Load = Schemas['CoachLoad'];

const COUNTS = [
  'active',
  'enrollments',
  'withoutContact',
  'contacts',
  'plannedInterventions',
  'overdueInterventions',
  'reviewHours',
] as const;
type Count = (typeof COUNTS)[number];

/** A chart with more bars than this cannot be read where the page is narrow. */
const MOST_BARS = 10;

/** What each coach has in hand. */
export default function Coaches() {
  const [search, setSearch] = useSearchParams();
  const cohortId = search.get('cohortId') ?? '';
  const list = useList('/analytics/coaches', { query: { ...usePeriod(), ...(cohortId && { cohortId }), limit: 100 } });
  const setCohort = (id: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id) next.set('cohortId', id);
        else next.delete('cohortId');
        return next;
      },
      { replace: true },
    );
  const input = { label: t.cohort, placeholder: t.all };
  return (
    <Screen title={t.title} about={t.hint}>
      <div className="filters">
        <ResourceInput
          {...input}
          choosable={{ of: 'cohorts' }}
          value={cohortId}
          isClearable
          error={undefined}
          onChange={setCohort}
        />
      </div>
      <PeriodInput zone="UTC" usual={chart.period.last(90)} lasts={[30, 180, 366]} />
      {list.items.length > 0 && <Comparison loads={list.items} isAll={!list.hasNextPage} />}
      <Section
        title={t.all}
        actions={list.items.length > 0 && <CsvButton title={t.all} rows={() => rowsOf(list.items)} />}
      >
        <List label={t.all} list={list} idOf={({ memberId }) => memberId} empty={t.empty} columns={COLUMNS} />
      </Section>
    </Screen>
  );
}

function valueOf(load: Load, count: Count): Value {
  if (count !== 'reviewHours') return load[count];
  return load.reviewHours.measured ? load.reviewHours.median : load.reviewHours;
}

const COLUMNS: Column<Load>[] = [
  {
    header: t.coach,
    cell: ({ memberId, memberName }) => (
      <>
        {memberName}
        <div className="small">
          <PageLink to={`/bookings/busy/${memberId}`} aria-label={bookings.busy.linkOf(memberName)}>
            {bookings.busy.link}
          </PageLink>
        </div>
      </>
    ),
  },
  ...COUNTS.map((count) => ({
    header: t.columns[count],
    isNumber: true,
    cell: (load: Load) => {
      const value = valueOf(load, count);
      return isNumber(value) ? number(value) : <NotMeasured reason={value.reason} />;
    },
  })),
];

function rowsOf(loads: Load[]) {
  return [
    [t.coach, ...COUNTS.map((count) => t.columns[count])],
    ...loads.map((load) => [load.memberName, ...COUNTS.map((count) => inFile(valueOf(load, count)))]),
  ];
}

/** Those who have most of something, as bars. */
function Comparison({ loads, isAll }: { loads: Load[]; isAll: boolean }) {
  const [count, setCount] = useState<Count>('active');
  const sortable = (load: Load) => {
    const value = valueOf(load, count);
    return isNumber(value) ? value : -1;
  };
  const shown = loads.toSorted((a, b) => sortable(b) - sortable(a)).slice(0, MOST_BARS);
  const figures: Figures = {
    kind: 'bars',
    header: t.coach,
    points: shown.map(({ memberName }) => ({ label: memberName })),
    series: [{ name: t.columns[count], tone: 'blue', values: shown.map((load) => valueOf(load, count)) }],
  };
  return (
    <>
      <Section title={t.compare}>
        <Filter
          label={t.compare}
          values={COUNTS}
          value={count}
          nameOf={(name) => t.columns[name]}
          onChange={setCount}
        />
      </Section>
      <Chart
        title={t.columns[count]}
        file={`${t.title} ${t.columns[count]}`}
        hint={`${loads.length > shown.length ? t.most(shown.length) : ''} ${isAll ? '' : t.soFar}`.trim()}
        figures={figures}
      />
    </>
  );
}
