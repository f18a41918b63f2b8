import { chart as t } from '../../strings/chart.js';
import type { Cell } from '../csv.js';
import { isNumber, reasonText, type Figures, type Series, type Value } from './figures.js';

/** A value in a file: a number, or why there is none. */
export function inFile(value: Value | undefined): Cell {
  if (value === undefined) return '';
  return isNumber(value) ? value : t.notMeasured(reasonText(value.reason));
}

function cellOf({ inFile: written }: Series, value: Value | undefined): Cell {
  return written && isNumber(value) ? written(value) : inFile(value);
}

/** What a chart shows, as the rows of a file. */
export function rowsOf({ header, points, series }: Figures): Cell[][] {
  const rows = points.map(({ name, label }, at) => [
    name ?? label,
    ...series.map((one) => cellOf(one, one.values[at])),
  ]);
  return [[header, ...series.map(({ name }) => name)], ...rows];
}
