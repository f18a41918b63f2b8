import type { Schemas } from '@delivery-service/client';
import { analytics as t } from '../../strings/analytics.js';
import { strings } from '../../strings/common.js';
import { decimal, number } from '../../strings/words.js';
import { CsvButton } from '../../ui/csv-button.js';
import { inFile } from '../../ui/chart/csv.js';
import { Table } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Empty, NotMeasured } from '../../ui/states.js';

type Change = Schemas['AnalyticsOutcome'];

interface OutcomesProps {
  file: string;
  hint: string;
  outcomes: Change[];
}

/** How far the measures of the program have changed. Their units differ: they are a table, and not one chart. */
export function OutcomeChanges({ file, hint, outcomes }: OutcomesProps) {
  const rows = () => [
    [t.measure, t.unit, t.change, t.sample],
    ...outcomes.map(({ measure, meanChange }) => [
      measure.name,
      measure.unit ?? '',
      inFile(meanChange.measured ? meanChange.value : meanChange),
      meanChange.measured ? meanChange.sample : '',
    ]),
  ];
  return (
    <Section title={t.outcomes} hint={hint} actions={outcomes.length > 0 && <CsvButton title={file} rows={rows} />}>
      {outcomes.length === 0 ? (
        <Empty>{t.noOutcomes}</Empty>
      ) : (
        <Table
          label={t.outcomes}
          items={outcomes}
          idOf={({ measure }) => measure.id}
          columns={[
            { header: t.measure, cell: ({ measure }) => measure.name },
            { header: t.unit, cell: ({ measure }) => measure.unit ?? strings.common.none },
            { header: t.change, isNumber: true, cell: ({ meanChange }) => <MeanChange change={meanChange} /> },
            {
              header: t.sample,
              isNumber: true,
              cell: ({ meanChange }) => (meanChange.measured ? number(meanChange.sample) : strings.common.none),
            },
          ]}
        />
      )}
    </Section>
  );
}

function MeanChange({ change }: { change: Change['meanChange'] }) {
  return change.measured ? decimal(change.value) : <NotMeasured reason={change.reason} />;
}
