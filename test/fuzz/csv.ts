import fc, { type Arbitrary } from 'fast-check';
import { hostileText } from './hostile.js';

const COLUMNS: Record<string, Arbitrary<string>> = {
  email: fc.oneof(
    { weight: 6, arbitrary: fc.emailAddress() },
    { weight: 2, arbitrary: fc.constantFrom('ada@example.com', ' GRACE@EXAMPLE.COM ') },
    { weight: 1, arbitrary: hostileText },
  ),
  name: fc.oneof(fc.constantFrom('Ada Lovelace', 'Hopper, "Grace"', '=1+1'), hostileText),
  externalId: fc.oneof(fc.constantFrom('', 'S-1', 'S-2'), fc.nat().map(String)),
  cohortId: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.uuid() }),
  enrollmentStatus: fc.constantFrom('', 'active', 'pending', 'paused'),
  coachEmail: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.emailAddress() }),
  ref: fc.oneof(fc.nat().map(String), hostileText),
  sourcedId: fc.constantFrom('', 'S-3'),
  givenName: fc.constantFrom('', 'Ada'),
  familyName: fc.constantFrom('', 'Lovelace'),
  role: fc.constantFrom('', 'student', 'Student', 'teacher'),
  status: fc.constantFrom('', 'active', 'tobedeleted'),
  notes: hostileText,
  constructor: fc.constant('x'),
  ['__proto__']: fc.constant('x'),
};

const cell = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** CSV files of people, mostly with a name and rows that are not ragged. */
export const peopleFile: Arbitrary<string> = fc
  .record({
    further: fc.subarray(Object.keys(COLUMNS).filter((name) => name !== 'email' && name !== 'name')),
    first: fc.oneof(
      { weight: 8, arbitrary: fc.constant(['email', 'name']) },
      { weight: 1, arbitrary: fc.subarray(['email', 'name']) },
    ),
    separator: fc.constantFrom(',', ';'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    start: fc.constantFrom('', '', '\ufeff'),
  })
  .chain(({ first, further, separator, end, start }) => {
    const names = [...first, ...further];
    const row = fc.tuple(...names.map((name) => COLUMNS[name]), fc.constantFrom(0, 0, 0, 0, 0, 0, 1));
    return fc.array(row, { minLength: 1, maxLength: 5 }).map((rows) => {
      const lines = rows.map((cells) => cells.slice(0, -1).map((one) => cell(String(one))));
      const ragged = lines.map((cells, index) => (rows[index].at(-1) === 1 ? cells.slice(1) : cells));
      return start + [names, ...ragged].map((cells) => cells.join(separator)).join(end) + end;
    });
  });
