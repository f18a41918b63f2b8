import { Button, Text } from '@mantine/core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { chart as t } from '../../strings/chart.js';
import { Table, type Column } from '../list.js';
import { Section } from '../screen.js';
import { CsvButton } from './csv-button.js';
import { rowsOf } from './csv.js';
import { gapsOf, isNumber, summaryOf, textOf, type Figures, type Point, type Value } from './figures.js';
import { Plot } from './plot.js';

interface ChartProps {
  title: string;
  hint?: ReactNode;
  figures: Figures;
  /** What the file is named after, if the title does not say enough. */
  file?: string;
}

/** A chart, what is not measured in it, and its figures as a table and as a file. */
export function Chart({ title, hint, figures, file = title }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const isEmpty = !figures.series.some(({ values }) => values.some(isNumber));
  return (
    <Section
      title={title}
      hint={hint}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={t.tableOf(title)}
            aria-expanded={isTable}
            aria-controls={isTable ? id : undefined}
            onClick={() => setIsTable(!isTable)}
          >
            {t.table}
          </Button>
          <CsvButton title={file} rows={() => rowsOf(figures)} />
        </>
      }
    >
      {isEmpty ? (
        <Text c="dimmed">{t.empty}</Text>
      ) : (
        <>
          {figures.kind !== 'bars' && <Legend figures={figures} at={at} />}
          <Plot figures={figures} label={`${title}. ${summaryOf(figures)}`} onPoint={setAt} />
        </>
      )}
      {gapsOf(figures).map((sentence) => (
        <Text key={sentence} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
      {isTable && (
        <div id={id} className="chart-table" role="region" aria-label={t.tableOf(title)} tabIndex={0}>
          <FiguresTable title={title} figures={figures} />
        </div>
      )}
    </Section>
  );
}

/** Which line is which, and its value at the point under the pointer, or its last one. */
function Legend({ figures, at }: { figures: Figures; at: number | null }) {
  const { points, series } = figures;
  const last = points.findLastIndex((_, index) => series.some(({ values }) => isNumber(values[index])));
  const shown = at ?? last;
  return (
    <div className="legend">
      <span className="dimmed">{t.on(points[shown]?.label ?? '')}</span>
      {series.map(({ name, tone, values }, index) => (
        <span key={name} className="legend-item">
          <svg viewBox="0 0 24 6" aria-hidden="true" className={`legend-line tone-${tone} dash-${index % 4}`}>
            <path d="M0 3h24" />
          </svg>
          {name} <strong>{isNumber(values[shown]) ? textOf(figures, values[shown]) : '–'}</strong>
        </span>
      ))}
    </div>
  );
}

interface Row {
  point: Point;
  at: number;
}

function FiguresTable({ title, figures }: { title: string; figures: Figures }) {
  const { header, points, series } = figures;
  const columns = useMemo(
    (): Column<Row>[] => [
      { header, cell: ({ point }) => point.label },
      ...series.map(({ name, values }) => ({
        header: name,
        isNumber: true,
        cell: ({ at }: Row) => <Reading figures={figures} value={values[at]} />,
      })),
    ],
    [figures, header, series],
  );
  const rows = points.map((point, at) => ({ point, at }));
  return <Table label={title} items={rows} idOf={({ at }) => String(at)} columns={columns} />;
}

/** A value in a table: a number, or in words why there is none. */
function Reading({ figures, value }: { figures: Figures; value: Value | undefined }) {
  if (value === undefined || isNumber(value)) return textOf(figures, value);
  return <span className="dimmed">{textOf(figures, value)}</span>;
}
