import { number, plural, word } from './words.js';

const KILO = 1_000;
const FORMATS: Record<string, string> = { csv: 'CSV', jsonl: 'JSON lines' };

/** Files of what is stored. */
export const exports = {
  title: 'Exports',
  about: 'A file is written in the background, from one instant, and is kept for seven days.',
  empty: 'Nothing was exported yet.',
  what: 'What',
  rows: 'Rows',
  size: 'Size',
  requested: 'Requested',
  expires: 'Kept until',
  file: 'File',
  by: (name: string) => `by ${name}`,
  as: (kind: string, format: string) =>
    `${kind === 'person' ? 'Everything about one person' : word(kind).replace(/^./, (letter) => letter.toUpperCase())}, ${FORMATS[format] ?? format}`,
  from: 'from',
  to: 'up to',
  progress: {
    pending: 'waiting to be written',
    running: (rows: number) => `being written: ${plural(rows, 'row', 'rows')} so far`,
  },
  failures: {
    too_large:
      'It has more than 1,000,000 rows or 200 MB. Choose a cohort, a program or a shorter time, and request it again.',
    internal_error: 'The service failed to write it. Request it again.',
  } as Record<string, string>,
  bytes: (count: number) =>
    count < KILO
      ? plural(count, 'byte', 'bytes')
      : count < KILO * KILO
        ? `${number(Math.round(count / 100) / 10)} kB`
        : `${number(Math.round(count / 100_000) / 10)} MB`,
  request: 'Request an export',
  requestAbout: 'You can leave the page meanwhile.',
  requestDone: 'The export is requested.',
  kind: 'Rows',
  format: 'Format',
  formats: { csv: 'CSV, for spreadsheets', jsonl: 'JSON lines, for programs' },
  cohort: 'Only of this cohort',
  program: 'Only of this program',
  fromDay: 'Created from',
  toDay: 'Created up to',
  dayHint: 'Days of UTC; both are included.',
  ofPerson: 'Export everything about them',
  ofPersonAbout: (name: string) => `All that is stored about ${name}, in all of their memberships here.`,
  link: 'Create a link',
  linkAbout:
    'Whoever has the link reads the file without a key, for 15 minutes. The audit shows that you made it, and what could be read.',
  linkDone: 'The link is created.',
  linkShown: 'The link works for 15 minutes. It is not shown again; you can create another one.',
  download: 'Download the file',
  linkReplayed: 'The link was created by an earlier attempt, whose answer got lost. Create another one.',
};
