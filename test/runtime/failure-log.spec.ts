import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { unavailable } from '#kernel/errors';
import { FailureLog } from '#kernel/logging';
import { PinoNestLogger } from '#runtime/logging.js';

interface Line {
  level: number;
  context: string;
  msg: string;
  error: string;
  repeated?: number;
}

let lines: Line[];

beforeEach(() => {
  lines = [];
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  Logger.overrideLogger(new PinoNestLogger(logger));
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const refused = (): Error => Object.assign(new Error('cannot execute INSERT'), { code: '25006' });
const repetitions = (): (number | undefined)[] => lines.map(({ repeated }) => repeated);

describe('failures of one cause', () => {
  it('are logged in full at first, and then once a second with their number, while they go on', () => {
    const log = new FailureLog('Refusal', 'error');
    for (let n = 0; n < 1_000; n += 1) log.note('request failed', refused(), { correlationId: `c-${n}` });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 50,
        context: 'Refusal',
        msg: 'request failed',
        correlationId: 'c-0',
        error: expect.stringMatching(/^Error: cannot execute INSERT\n +at /),
      }),
    ]);
    jest.advanceTimersByTime(1_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ level: 50, msg: 'request failed', error: 'Error: cannot execute INSERT' });
    expect(lines[1]).not.toHaveProperty('correlationId');
    log.note('request failed', refused());
    jest.advanceTimersByTime(1_000);
    expect(repetitions()).toEqual([undefined, 999, 1]);
    // A second without a failure: the next one is a first one again.
    jest.advanceTimersByTime(1_000);
    log.note('request failed', refused());
    expect(repetitions()).toEqual([undefined, 999, 1, undefined]);
  });

  it('have the cause of what the client is told, and the same text, code and place', () => {
    const log = new FailureLog('Refusal');
    const same = refused();
    log.note('request failed', unavailable('The database accepts no writes at the moment.', same));
    log.note('request failed', same);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, error: expect.stringMatching(/^Error: cannot execute INSERT/) });
    log.note('sweep failed', same);
    log.note('request failed', Object.assign(refused(), { code: '42501' }));
    log.note('request failed', new Error('cannot execute INSERT'));
    expect(lines).toHaveLength(4);
  });
});

it('failures of very many causes are logged as one', () => {
  const log = new FailureLog('Refusal');
  for (let n = 0; n < 10_000; n += 1) log.note('request failed', new Error(`no row ${n}`));
  expect(lines).toHaveLength(101);
  jest.advanceTimersByTime(1_000);
  expect(lines.at(-1)).toMatchObject({ repeated: 9_899 });
});
