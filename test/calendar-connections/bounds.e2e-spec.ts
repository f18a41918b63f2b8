import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarParser, type DocumentParser } from '#contexts/calendar-connections/parsing/calendar-parser.js';
import { CalendarRequests } from '#contexts/calendar-connections/provider/calendar-requests.js';
import { CaldavStandIn } from '../support/calendar-providers/caldav-stand-in.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { connectCaldav } from './connecting.js';

const { app, school } = useSchool({ settings: { CALENDAR_ALLOWED_RANGES: '127.0.0.0/8' } });
const server = new CaldavStandIn();
let host: Person;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(async () => {
  server.reset();
  host = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
});

const parser = () => app.nest.get(CalendarParser, { strict: false });
const TERMS = { from: Date.UTC(2030, 0), to: Date.UTC(2030, 6), zones: ['UTC'], addresses: [], ownUidEnding: '@own' };
const object = (rule: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20200101T000000Z\r\nDURATION:PT1M\r\nRRULE:${rule}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
const expand = (by: DocumentParser, rule: string, count = 1) =>
  by
    .expand(
      Array.from({ length: count }, () => object(rule)),
      TERMS,
    )
    .then(
      (spans) => spans.length,
      (error: unknown) => (error as { reason: string }).reason,
    );

describe('documents', () => {
  it('of one organization keep no other waiting', async () => {
    const done: string[] = [];
    const [busy, other] = [parser().of('busy'), parser().of('other')];
    await expand(other, 'FREQ=DAILY;COUNT=1');
    const many = Array.from({ length: 10 }, () =>
      expand(busy, 'FREQ=DAILY;COUNT=3000', 5).then(() => done.push('busy')),
    );
    const one = expand(other, 'FREQ=DAILY;COUNT=1').then(() => done.push('other'));
    await Promise.all([...many, one]);
    expect(done.indexOf('other')).toBeLessThan(3);
  });

  it('of one reading take no more than their time, together', async () => {
    const reading = parser().of('slow', 300);
    const begun = performance.now();
    expect(await expand(reading, 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')).toBe('too_large');
    expect(await expand(reading, 'FREQ=DAILY;COUNT=1')).toBe('too_large');
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await expand(parser().of('slow'), 'FREQ=DAILY;COUNT=1')).toBe(1);
  });

  it('of few entries each, with too many times together, are too large', async () => {
    for (let count = 0; count < 30; count += 1)
      server.put(`${count}`, 'DTSTART:20200101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=150');
    expect((await connectCaldav(school, host, server)).failure?.reason).toBe('too_large');
  });
});

it('requests end with the time of what they are for, however fast each of them is answered', async () => {
  const requests = app.nest.get(CalendarRequests, { strict: false }).within(4_000);
  server.interfere = () => new Promise((resolve) => setTimeout(() => resolve({ status: 200 }), 20));
  let answered = 0;
  const all = async (): Promise<void> => {
    for (;;) {
      await requests.send(server.url);
      answered += 1;
    }
  };
  await expect(all()).rejects.toMatchObject({ reason: 'timeout' });
  expect(answered).toBeGreaterThan(0);
});
