import type { Schemas } from '@delivery-service/client';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.js';
import { instantIn } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { outcomes as t } from '../../strings/outcomes.js';
import { decimal } from '../../strings/words.js';
import { Chart } from '../../ui/chart/chart.js';
import type { Figures, Series, Tone } from '../../ui/chart/figures.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { Facts, Section } from '../../ui/screen.js';
import { Empty, Loaded, NotMeasured } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';
import { OutcomeEntries } from './outcome-entries.js';
import type { PartProps } from './part.js';

type Measured = Schemas['MeasuredOutcome'];
type Kind = Schemas['OutcomeEntry']['kind'];

const KINDS: Kind[] = ['reading', 'baseline', 'target'];

/** What somebody is measured by: where they began, where they are, and where they want to get. */
export function Outcomes({ enrollmentId, zone }: PartProps) {
  const query = useRead('/enrollments/{enrollmentId}/outcomes', { path: { enrollmentId } });
  const items = query.data?.items ?? [];
  return (
    <Section title={t.title} actions={<Record enrollmentId={enrollmentId} zone={zone} items={items} />}>
      <Loaded query={query}>
        {() =>
          items.length === 0 ? (
            <Empty>{t.empty}</Empty>
          ) : (
            items.map((item) => <Outcome key={item.measure.id} item={item} zone={zone} />)
          )
        }
      </Loaded>
    </Section>
  );
}

function Outcome({ item, zone }: { item: Measured; zone: string }) {
  const { measure, baseline, target, latest, change, relativeChange, achieved, entries } = item;
  const { name, unit, direction } = measure;
  return (
    <Chart title={name} hint={t.hint(unit, direction)} figures={figuresOf(item, zone)}>
      <Facts
        facts={{
          [t.baseline]: shown(baseline),
          [t.target]: shown(target),
          [t.latest]: shown(latest),
          [t.change]: shown(change),
          [t.relative]: shown(relativeChange, t.percent),
          [t.achieved]: shown(achieved, (value) => (value ? strings.common.yes : strings.common.no)),
        }}
      />
      {entries.length > 0 && <OutcomeEntries measure={name} entries={entries} zone={zone} />}
    </Chart>
  );
}

type Reading<Value> = { measured: true; value: Value } | Schemas['OutcomeNotMeasured'];

function shown(reading: Reading<number>): ReactNode;
function shown<Value>(reading: Reading<Value>, format: (value: Value) => string): ReactNode;
function shown(reading: Reading<unknown>, format: (value: never) => string = decimal): ReactNode {
  return reading.measured ? format(reading.value as never) : <NotMeasured reason={reading.reason} />;
}

/** A point for each entry that counts, oldest first: the reading, or what was in force then. */
function figuresOf({ measure, entries }: Measured, zone: string): Figures {
  const counted = entries
    .filter(({ voidedAt }) => voidedAt === null)
    .toSorted((a, b) => Date.parse(a.measuredAt) - Date.parse(b.measuredAt));
  const inForce = (kind: Kind, at: number) =>
    counted.findLast((entry, index) => entry.kind === kind && index <= at)?.value;
  const of = (name: string, tone: Tone, value: (at: number) => number | undefined, isStepped = true): Series => ({
    name,
    tone,
    format: decimal,
    isStepped,
    values: counted.map((_, at) => value(at)),
  });
  return {
    kind: 'instants',
    header: t.measuredAt,
    points: counted.map(({ measuredAt }) => ({
      label: instantIn(zone, measuredAt),
      name: measuredAt,
      at: Date.parse(measuredAt),
    })),
    series: [
      of(t.reading, 'blue', (at) => (counted[at]?.kind === 'reading' ? counted[at].value : undefined), false),
      of(t.inForce.baseline, 'gray', (at) => inForce('baseline', at)),
      of(t.inForce.target, 'green', (at) => inForce('target', at)),
    ],
    from: measure.min,
    to: measure.max,
  };
}

function Record({ enrollmentId, zone, items }: { enrollmentId: string; zone: string; items: Measured[] }) {
  const options = items
    .filter(({ measure }) => measure.status === 'active')
    .map(({ measure: { id, name } }) => ({ value: id, label: name }));
  if (options.length === 0) return null;
  return (
    <WriteAction
      label={t.record}
      about={t.recordAbout}
      fields={{
        outcomeMeasureId: { kind: 'choice', label: t.measure, options },
        kind: { kind: 'choice', label: t.kind, options: optionsOf(KINDS) },
        value: { kind: 'number', label: t.value },
        measuredAt: { kind: 'instant', label: t.measuredAt, zone, hint: t.now, isOptional: true },
        note: { kind: 'longText', label: t.note, isOptional: true },
      }}
      to="POST /enrollments/{enrollmentId}/outcome-entries"
      path={{ enrollmentId }}
      done={t.recorded}
    />
  );
}
