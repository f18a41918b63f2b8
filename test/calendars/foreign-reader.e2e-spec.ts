import { beforeEach, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import request from 'supertest';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const DAY_MS = 86_400_000;
// A text for the programs that know it.
ICAL.design.icalendar.property['x-wr-calname'] = { defaultType: 'text' };

const { app, school } = useSchool();
let learner: Person;
let cohortId: string;
let enrollmentId: string;
let path: string;

beforeEach(async () => {
  cohortId = await school.cohort({ timezone: 'Europe/Paris' });
  learner = await school.person();
  enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
  const created = await learner.client.post('/calendar-feeds', { name: 'Mine, all; of it', audience: 'own' });
  path = new URL(created.body.data.url as string).pathname;
});

const inDays = (days: number): Date => new Date(app.now().getTime() + days * DAY_MS);

/** The document as ical.js, which is not ours, reads it. */
async function read() {
  const { text } = await request(app.url).get(path);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)) };
}

async function readOne() {
  const { events } = await read();
  expect(events).toHaveLength(1);
  const [{ component, uid, sequence, startDate }] = events;
  const modified = component.getFirstPropertyValue('last-modified') as InstanceType<typeof ICAL.Time>;
  const status = component.getFirstPropertyValue('status') as string;
  return {
    uid,
    sequence,
    status,
    modified: modified.toJSDate().getTime(),
    startsAt: startDate.toJSDate().toISOString(),
  };
}

describe('a calendar program', () => {
  it('reads names, texts and instants as they were written', async () => {
    const title = `Déjà vu; a, b \\n \\ c: "d" ${'👩🏽語'.repeat(40)}\r\nnext line`;
    const join_url = 'https://meet.example.com/a;b,c?d=%0A&e="f"';
    const [starts_at, ends_at] = [inDays(3), inDays(3.05)];
    await school.liveSession([cohortId], { title, starts_at, ends_at, join_url });
    const { calendar, events } = await read();
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Mine, all; of it');
    const [{ summary, startDate, endDate, component }] = events;
    expect(summary).toBe(title.replaceAll('\r\n', '\n'));
    expect([component.getFirstPropertyValue('url'), component.getFirstPropertyValue('location')]).toEqual([
      ...[join_url, join_url],
    ]);
    const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
    expect([startDate, endDate].map((time) => [seconds(time.toJSDate()), time.zone?.tzid, time.isDate])).toEqual([
      [seconds(starts_at), 'UTC', false],
      [seconds(ends_at), 'UTC', false],
    ]);
  });

  it('shows the wall clock of every zone over a change of clocks, and no deadline as a whole day', async () => {
    app.moveClock(Date.parse('2027-03-20T00:00:00Z') - Date.now());
    const zones = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe'];
    const instants = ['2027-03-27T17:00:00.000Z', '2027-03-28T00:30:00.000Z', '2027-03-28T22:00:00.000Z'];
    for (const due_at of [...instants, '2027-04-03T15:00:00.000Z']) {
      await school.task({ enrollment_id: enrollmentId, due_at, published_at: app.now() });
    }
    const { events } = await read();
    expect(events.map(({ startDate }) => startDate.isDate)).toEqual([false, false, false, false]);
    const times = events.map(({ startDate }) => startDate.toJSDate());
    expect(times.slice(0, 3).map((time) => time.toISOString())).toEqual(instants);
    const inZone = (time: Date, timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(time);
    expect(zones.map((zone) => [times[0], times[2]].map((time) => inZone(time, zone)))).toEqual([
      ...[
        ['18:00', '00:00'],
        ['13:00', '18:00'],
        ['04:00', '09:00'],
      ],
    ]);
    app.moveClock(0);
  });

  it.each(['deadlines', 'coaching_sessions', 'bookings'])(
    'takes each change of %s for a newer version of the same event, also a transfer',
    async (kind) => {
      const { client } = school.owner;
      const at = new Date(Math.ceil(inDays(3).getTime() / 3_600_000) * 3_600_000);
      const made = {
        deadlines: () => school.task({ enrollment_id: enrollmentId, due_at: at, published_at: app.now() }),
        coaching_sessions: () => school.coachingSession(enrollmentId, { scheduled_at: at }),
        bookings: () => school.booking({ enrollment_id: enrollmentId, starts_at: at }),
      }[kind as 'deadlines'];
      const id = await made();
      const versions = [await readOne()];
      const after = async (change: () => Promise<{ status: number }>) => {
        app.moveClock(versions.length * 2_000);
        expect((await change()).status).toBeLessThan(300);
        versions.push(await readOne());
      };
      const next = new Date(at.getTime() + 3_600_000).toISOString();
      const moves = {
        deadlines: () => client.patch(`/member-tasks/${id}`, { dueAt: next }),
        coaching_sessions: () => client.patch(`/coaching-sessions/${id}`, { scheduledAt: next }),
        bookings: () => client.post(`/bookings/${id}/reschedule`, { startsAt: next }),
      };
      await after(moves[kind as 'deadlines']);
      let from = enrollmentId;
      for (let transfers = 0; transfers < 2; transfers += 1) {
        const body = { toCohortId: await school.cohort(), reason: 'Moved', deadlines: 'shift', shiftDays: 1 };
        await after(async () => {
          const response = await client.post(`/enrollments/${from}/transfer`, body);
          from = response.body.data.to.id as string;
          return response;
        });
      }
      const ends = {
        deadlines: () => client.post(`/member-tasks/${id}/archive`),
        coaching_sessions: () => client.post(`/coaching-sessions/${id}/cancel`),
        bookings: () => client.post(`/bookings/${id}/cancel`, {}),
      };
      await after(ends[kind as 'deadlines']);
      app.moveClock(0);
      expect(new Set(versions.map(({ uid }) => uid))).toEqual(new Set([`${id}@${school.id}`]));
      expect(versions.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
      const modified = versions.map((version) => version.modified);
      expect(modified).toEqual([...modified].sort((a, b) => a - b));
      expect(new Set(modified).size).toBe(5);
      expect(versions.map(({ status }) => status)).toEqual([
        ...['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED'],
      ]);
    },
  );
});
