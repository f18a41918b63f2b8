import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings/common.js';
import { usage as t } from '../../strings/usage.js';
import { number } from '../../strings/words.js';
import { CsvButton } from '../../ui/csv-button.js';
import { Table } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { totalsBy, type Total } from './totals.js';

interface ByKeyProps {
  rows: Schemas['ApiUsage'][];
  names: ReadonlyMap<string, string>;
}

const COUNTS = ['requests', 'reads', 'writes', 'replays', 'refused', 'throttled'] as const;

/** What each key did in the period, the one with most requests first. */
export function ByKey({ rows, names }: ByKeyProps) {
  const keys = [...totalsBy(rows, 'apiKeyId')]
    .map(([id, total]) => ({ id, name: names.get(id) ?? id, ...total }))
    .sort((a, b) => b.requests - a.requests);
  const lines = () => [
    [t.key, ...COUNTS.map((count) => t[count]), t.byStatus],
    ...keys.map((key) => [key.name, ...COUNTS.map((count) => key[count]), statusesOf(key)]),
  ];
  return (
    <Section title={t.byKey} actions={keys.length > 0 && <CsvButton title={`${t.title} ${t.byKey}`} rows={lines} />}>
      {keys.length === 0 ? (
        <Empty>{t.empty}</Empty>
      ) : (
        <Table
          label={t.byKey}
          items={keys}
          idOf={({ id }) => id}
          columns={[
            { header: t.key, cell: ({ name }) => name },
            ...COUNTS.map((count) => ({
              header: t[count],
              isNumber: true,
              cell: (key: Total) => number(key[count]),
            })),
            { header: t.byStatus, cell: (key) => statusesOf(key) || strings.common.none },
          ]}
        />
      )}
    </Section>
  );
}

function statusesOf({ byStatus }: Total): string {
  return Object.entries(byStatus)
    .map(([status, count]) => t.status(status, count))
    .join(', ');
}
