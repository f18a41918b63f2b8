import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { invalidField } from '#kernel/errors';
import { MAX_ROWS } from './people-import.dto.js';
import type { RawRow } from './person-row.js';

/** The bytes parsed in one turn of the event loop. Other requests are served between two turns. */
const TURN_BYTES = 8 * 1024;

/** The columns that are read, by their names in lower case. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  [
    'email',
    'name',
    'externalId',
    'cohortId',
    'enrollmentStatus',
    'coachEmail',
    'ref',
    'sourcedId',
    'givenName',
    'familyName',
    'role',
    'status',
  ].map((name): [string, string] => [name.toLowerCase(), name]),
);

/** The rows of a CSV text with a header row. Throws 400 for a text that is not CSV, has no usable header, or no rows. */
export async function readPeopleFile(csv: string): Promise<RawRow[]> {
  const [header, ...records] = await recordsOf(csv);
  const columns = header.map((name) => COLUMNS.get(name.trim().toLowerCase()) ?? null);
  const names = columns.filter((name) => name !== null);
  if (!names.includes('email')) throw invalidField('csv', 'must have a header row with the column email');
  if (new Set(names).size !== names.length) throw invalidField('csv', 'must have each column once');
  if (records.length === 0 || records.length > MAX_ROWS) {
    throw invalidField('csv', `must have 1 to ${MAX_ROWS} rows below the header row`);
  }
  return records.map((cells) => (cells.length === columns.length ? rowOf(columns, cells) : { isRagged: true }));
}

async function recordsOf(csv: string): Promise<string[][]> {
  try {
    const parser = parse({
      bom: true,
      delimiter: delimiterOf(csv),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One row more than allowed is enough to refuse the file.
      to: MAX_ROWS + 2,
    });
    const records = (await Readable.from(partsOf(csv)).pipe(parser).toArray()) as string[][];
    if (records.length > 0) return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` in line ${error.lines}` : '';
    throw invalidField('csv', `must be CSV by RFC 4180; the quotes are wrong${line}`);
  }
  throw invalidField('csv', 'must have a header row with the column email');
}

async function* partsOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + TURN_BYTES);
  }
}

/** The separator that the header row has most often, outside of quotes. */
function delimiterOf(csv: string): ',' | ';' {
  const [header] = csv.trimStart().split(/[\r\n]/, 1);
  const bare = header.replaceAll(/"[^"]*"/g, '');
  return bare.split(';').length > bare.split(',').length ? ';' : ',';
}

/** Empty cells count as absent. OneRoster's columns stand in where the service's own are absent. */
function rowOf(columns: readonly (string | null)[], cells: readonly string[]): RawRow {
  const row: Record<string, string> = {};
  columns.forEach((name, index) => {
    if (name !== null && cells[index].trim() !== '') row[name] = cells[index];
  });
  const { sourcedId, givenName, familyName, role, status, ...values } = row;
  const name = [givenName, familyName].filter((part) => part !== undefined).join(' ');
  return {
    values: { ...(sourcedId ? { externalId: sourcedId } : {}), ...(name === '' ? {} : { name }), ...values },
    roster: { role, status },
  };
}
