import { createHash } from 'node:crypto';
import type { ExportFormat } from './export.entity.js';

const PART_BYTES = 256 * 1024;
const END_OF_LINE = '\r\n';

/** The beginning of a formula, as spreadsheets take it. */
const FORMULA = /^[=+\-@\t\r]/;
// A program that also takes semicolons or tabs for separators keeps quoted cells whole.
const TO_QUOTE = /[",;\t\r\n]/;

export type Cells = Readonly<Record<string, unknown>>;

/** Writes rows as the bytes of a file, and cuts them into parts at the ends of rows. Holds one part at a time. */
export class ExportFile {
  private readonly hash = createHash('sha256');
  private lines: Buffer[] = [];
  private gathered = 0;
  rowCount = 0;
  byteSize = 0;

  constructor(
    private readonly format: ExportFormat,
    private readonly columns: readonly string[],
  ) {
    if (format === 'csv') this.append(columns.join(',') + END_OF_LINE);
  }

  /** Adds a row. Returns the part before it, if that is full. */
  add(row: Cells): Buffer | undefined {
    this.rowCount += 1;
    return this.append(this.format === 'csv' ? csvLine(row, this.columns) : `${JSON.stringify(row)}\n`);
  }

  /** The rest; undefined if there is none. */
  end(): Buffer | undefined {
    return this.gathered === 0 ? undefined : this.cut();
  }

  /** The checksum of the whole file, hexadecimal. */
  get sha256(): string {
    return this.hash.copy().digest('hex');
  }

  private append(text: string): Buffer | undefined {
    const line = Buffer.from(text);
    const full = this.gathered > 0 && this.gathered + line.length > PART_BYTES ? this.cut() : undefined;
    this.lines.push(line);
    this.gathered += line.length;
    this.byteSize += line.length;
    return full;
  }

  private cut(): Buffer {
    const part = Buffer.concat(this.lines);
    this.hash.update(part);
    this.lines = [];
    this.gathered = 0;
    return part;
  }
}

export function csvLine(row: Cells, columns: readonly string[]): string {
  return columns.map((column) => csvCell(row[column])).join(',') + END_OF_LINE;
}

/** Numbers and dates are written as they are; a text that a spreadsheet would run gets an apostrophe. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
