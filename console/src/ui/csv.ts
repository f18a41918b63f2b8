const END_OF_LINE = '\r\n';

/** The beginning of a formula, as spreadsheets take it. The exports of the service neutralize the same. */
const FORMULA = /^[=+\-@\t\r]/;
const TO_QUOTE = /[",\r\n]/;

export type Cell = string | number;

/** Numbers are written as they are; a text that a spreadsheet would run gets an apostrophe. */
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(cellOf).join(',') + END_OF_LINE).join('');
}

/** Saves a text as a file, such as "rhythm.csv". */
export function save(title: string, text: string): void {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
