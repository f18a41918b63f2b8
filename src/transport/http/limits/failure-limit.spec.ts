import { EventEmitter, once } from 'node:events';
import { beforeEach, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { issueApiKey, parseApiKey } from '#kernel/authentication';
import type { Caller } from '#kernel/access';
import { Clock } from '#kernel/clock';
import { ServiceError, unauthorized, unavailable } from '#kernel/errors';
import { FailureLimit } from './failure-limit.js';

const LIMIT = 3;
const ADDRESS = '192.0.2.7';
const caller = {} as Caller;
const key = (): string => issueApiKey(uuidv7()).text;

let limit: FailureLimit;
let lookedUp: number;

beforeEach(() => {
  const refusal = (retryAfterSeconds: number) =>
    Promise.resolve(new ServiceError('rate_limited', 'Too many.', [], { retryAfterSeconds }));
  limit = new FailureLimit(LIMIT, new Clock(), refusal);
  lookedUp = 0;
});

/** The codes of `count` look-ups at the same time. */
function lookUps(count: number, text: string, error?: ServiceError): Promise<string[]> {
  const authenticate = async (): Promise<Caller> => {
    lookedUp += 1;
    await new Promise(setImmediate);
    if (error) throw error;
    return caller;
  };
  const isKey = (): boolean => parseApiKey(text) !== null;
  const codeOf = (thrown: unknown): string => (thrown as ServiceError).code;
  return Promise.all(
    Array.from({ length: count }, () => limit.lookUp(ADDRESS, isKey, authenticate).then(() => 'ok', codeOf)),
  );
}

it('looks up ten keys a second at most for an address that has reached the limit, and nothing that is no key', async () => {
  expect(await lookUps(LIMIT, 'nonsense', unauthorized())).toEqual(Array(LIMIT).fill('unauthorized'));
  lookedUp = 0;
  expect(await lookUps(50, 'nonsense', unauthorized())).toEqual(Array(50).fill('rate_limited'));
  expect(lookedUp).toBe(0);
  const codes = await Promise.all([lookUps(50, key(), unauthorized()), lookUps(1, key())]);
  expect(codes.flat()).toEqual(Array(51).fill('rate_limited'));
  expect(lookedUp).toBe(10);
});

it('looks up valid keys that come at the same time, however many', async () => {
  expect(await lookUps(50, key())).toEqual(Array(50).fill('ok'));
});

it('looks up no more bad keys at the same time than the limit leaves', async () => {
  const codes = await lookUps(50, 'nonsense', unauthorized());
  expect([lookedUp, codes.filter((code) => code === 'unauthorized').length]).toEqual([LIMIT, LIMIT]);
});

it('counts no failure of the service itself', async () => {
  expect(new Set(await lookUps(50, key(), unavailable('The database is down.')))).toEqual(new Set(['unavailable']));
  expect(await lookUps(1, key(), unauthorized())).toEqual(['unauthorized']);
});

it('looks up keys while attempts last, however many', async () => {
  const end = new EventEmitter();
  const attempts = Array.from({ length: LIMIT * 2 }, () => limit.attempt(ADDRESS, () => once(end, 'end')));
  expect(await lookUps(1, key())).toEqual(['ok']);
  end.emit('end');
  await Promise.all(attempts);
});

it('refuses attempts from an address whose attempts have failed as often as the limit allows', async () => {
  const attempt = () => limit.attempt(ADDRESS, () => Promise.reject(unauthorized()));
  const codes: string[] = [];
  for (let n = 0; n < LIMIT + 11; n += 1)
    codes.push(await attempt().catch((error: unknown) => (error as ServiceError).code));
  expect(codes).toEqual([...Array(LIMIT).fill('unauthorized'), ...Array(11).fill('rate_limited')]);
});
