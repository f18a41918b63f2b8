import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { chart } from '../../strings/chart.js';
import { strings } from '../../strings/common.js';
import { salesFigures as t } from '../../strings/sales-figures.js';
import { number } from '../../strings/words.js';
import { PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { List, type Column } from '../../ui/list.js';
import { Decided, MoneyLines, percentOf } from '../../ui/sales-money.js';
import { Section } from '../../ui/screen.js';
import { NotMeasured } from '../../ui/states.js';

type Result = Schemas['CloserResult'];

/** What became of the prospects of each closer in a period. */
export function Results() {
  const list = useList('/closers/results', { query: { ...usePeriod(), limit: 50 } });
  return (
    <Section title={t.results} hint={t.resultsHint}>
      <PeriodInput zone="UTC" usual={chart.period.last(90)} lasts={[30, 180, 366]} />
      <List label={t.results} list={list} idOf={({ memberId }) => memberId} empty={t.noResults} columns={COLUMNS} />
    </Section>
  );
}

const COLUMNS: Column<Result>[] = [
  { header: t.closer, cell: ({ memberName }) => memberName },
  { header: t.assigned, isNumber: true, cell: ({ assigned }) => number(assigned) },
  { header: t.callsHeld, isNumber: true, cell: ({ callsHeld }) => number(callsHeld) },
  {
    header: t.showRate,
    isNumber: true,
    cell: ({ showRate }) => (showRate === null ? strings.common.none : percentOf(showRate)),
  },
  { header: t.closeRate, cell: ({ closeRate }) => <Decided rate={closeRate} /> },
  {
    header: t.daysToClose,
    cell: ({ daysToClose }) =>
      daysToClose.measured ? t.days(daysToClose.median) : <NotMeasured reason={daysToClose.reason} />,
  },
  { header: t.money, cell: ({ money: sums }) => <MoneyLines sums={sums} /> },
];
