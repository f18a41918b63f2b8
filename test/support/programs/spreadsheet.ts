import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areInstalled } from './installed.js';

export const hasSpreadsheet = areInstalled('soffice');

/** Comma, semicolon and tab; quotes; UTF-8; from the first line; formulas are evaluated. */
const OPTIONS = 'Text - txt - csv (StarCalc):44/59/9,34,76,1,,0,false,true,false,false,false,0,true';

/** What LibreOffice reads from a CSV file: the texts of the cells, and every formula that it would run. */
export function openInSpreadsheet(csv: string): { rows: string[][]; formulas: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-spreadsheet-'));
  try {
    writeFileSync(join(folder, 'file.csv'), csv);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const convert = ['--convert-to', 'fods', `--infilter=${OPTIONS}`, '--outdir', folder, join(folder, 'file.csv')];
    execFileSync('soffice', [profile, '--headless', ...convert], { stdio: 'ignore', timeout: 60_000 });
    return read(readFileSync(join(folder, 'file.fods'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(document: string): { rows: string[][]; formulas: string[] } {
  const [, table] = /<table:table [^]*?>([^]*?)<\/table:table>/.exec(document) ?? [];
  const rows = [...table.matchAll(/<table:table-row[^>]*>([^]*?)<\/table:table-row>/g)].map(([, row]) =>
    [...row.matchAll(/<table:table-cell(?:[^>]*?\/>|[^>]*>([^]*?)<\/table:table-cell>)/g)].map(([, cell = '']) =>
      [...cell.matchAll(/<text:p>([^]*?)<\/text:p>/g)].map(([, text]) => plain(text)).join('\n'),
    ),
  );
  return { rows, formulas: [...document.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => plain(formula)) };
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function plain(text: string): string {
  return text
    .replaceAll('<text:tab/>', '\t')
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string) => ' '.repeat(Number(count ?? 1)))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
