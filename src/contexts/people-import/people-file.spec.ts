import { describe, expect, it } from '@jest/globals';
import { readPeopleFile } from './people-file.js';
import { readRows } from './person-row.js';

/** The result, and in how many turns of the event loop it was made. */
async function countTurns<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 1;
  let isDone = false;
  const count = (): void => {
    if (isDone) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const result = await work.finally(() => (isDone = true));
  return { result, turns };
}

function fileOf(columns: number, rows: number): string {
  const more = Array.from({ length: columns - 2 }, (_, index) => `c${index}`);
  const lines = Array.from({ length: rows }, (_, row) => [`p${row}@x.io`, `Zoë 🎓 ${row}`, ...more.map(() => 'a')]);
  return [['email', 'name', ...more], ...lines].map((cells) => cells.join()).join('\n');
}

describe('a large file', () => {
  it('is parsed in turns of the event loop, 8 kB in each', async () => {
    const csv = fileOf(140, 499);
    const { result, turns } = await countTurns(readPeopleFile(csv));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(Buffer.byteLength(csv) / 8_192));
    expect(result.map(({ values }) => values)).toEqual(
      Array.from({ length: 499 }, (_, row) => ({ email: `p${row}@x.io`, name: `Zoë 🎓 ${row}` })),
    );
  });

  it('has its rows checked in turns, 50 in each', async () => {
    const raw = await readPeopleFile(fileOf(3, 499));
    const { result, turns } = await countTurns(readRows(raw));
    expect(turns).toBeGreaterThanOrEqual(9);
    expect(result.map(({ name }) => name)).toEqual(raw.map((_, row) => `Zoë 🎓 ${row}`));
  });
});
