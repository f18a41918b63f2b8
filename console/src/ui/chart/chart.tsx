import { Button, Text } from '@mantine/core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { chart as t } from '../../strings/chart.js';
import { Table, type Column } from '../list.js';
import { Section } from '../screen.js';
import { CsvButton } from '../csv-button.js';
import { rowsOf } from './csv.js';
import { gapsOf, isNumber, summaryOf, textOf, type Figures, type Point, type Series, type Value } from './figures.js';
import { Plot } from './plot.js';

interface ChartProps {
  title: string;
  hint?: ReactNode;
  figures: Figures;
  /** What the file is named after, if the title does not say enough. */
  file?: string;
  /** What is to be kept in mind of it. */
  children?: ReactNode;
}

/** A chart, what is not measured in it, and its figures as a table and as a file. */
export function Chart({ title, hint, figures, file = title, children }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const isEmpty = !figures.series.some(({ values }) => values.some(isNumber));
  const gaps = gapsOf(figures);
  return (
    <Section
      title={title}
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
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {isEmpty && gaps.length === 0 && <Text size="sm">{t.empty}</Text>}
      {!isEmpty && (
        <>
          {figures.kind !== 'bars' && <Legend figures={figures} at={at} />}
          <Plot figures={figures} label={`${title}. ${summaryOf(figures)}`} onPoint={setAt} />
        </>
      )}
      {gaps.map((sentence) => (
        <Text key={sentence} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
      {children}
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
      {series.map((line, index) => {
        const value = line.values[shown];
        return (
          <span key={line.name}>
            <svg viewBox="0 0 24 6" aria-hidden="true" className={`legend-line tone-${line.tone} dash-${index % 4}`}>
              <path d="M0 3h24" />
            </svg>
            {line.name} <strong>{textOf(line, isNumber(value) ? value : undefined)}</strong>
          </span>
        );
      })}
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
      ...series.map((line) => ({
        header: line.name,
        isNumber: true,
        cell: ({ at }: Row) => <Reading series={line} value={line.values[at]} />,
      })),
    ],
    [header, series],
  );
  const rows = points.map((point, at) => ({ point, at }));
  return <Table label={title} items={rows} idOf={({ at }) => String(at)} columns={columns} />;
}

/** A value in a table: a number, or in words why there is none. */
function Reading({ series, value }: { series: Series; value: Value | undefined }) {
  const text = textOf(series, value);
  return typeof value === 'object' ? <span className="dimmed">{text}</span> : text;
}
