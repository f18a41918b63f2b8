import { beforeEach, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import type { CalendarFeedWithUrl } from '#contexts/calendars/calendar-feed.dto.js';
import { issueCapability } from '#kernel/secrets';
import { readCalendar } from '../support/calendar-reader.js';
import { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const JOIN_URL = 'https://meet.example.com/weekly-live';

const { app, school } = useSchool();
let learner: Person;
let coach: Person;
let cohortId: string;
let enrollmentId: string;

beforeEach(async () => {
  app.moveClock(0);
  cohortId = await school.cohort();
  learner = await school.person();
  enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
  coach = await school.person('MEMBER', { role: 'coach', cohortId });
});

/** As iCalendar writes an instant, in whole seconds. */
const inUtc = (instant: Date): string => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const inDays = (days: number): Date => new Date(app.now().getTime() + days * DAY_MS);
const create = ({ client }: Person, body: object = {}) =>
  client.post('/calendar-feeds', { name: 'My calendar', audience: 'own', ...body });
const feed = async (person: Person, body?: object): Promise<CalendarFeedWithUrl & { url: string }> => {
  const response = await create(person, body);
  expect(response.status).toBe(201);
  return (response.body as { data: CalendarFeedWithUrl & { url: string } }).data;
};
const open = (url: string, headers: Record<string, string> = {}) =>
  request(app.url).get(new URL(url).pathname).set(headers);
const eventsAt = async (url: string) => {
  const response = await open(url);
  expect(response.status).toBe(200);
  return readCalendar(response.text);
};
const ofFeed = async (person: Person, body?: object) => eventsAt((await feed(person, body)).url);
const refusal = ({ status, body }: Response): unknown[] => [
  status,
  (body as { reason?: string }).reason,
  ...(body as { details: { field: string }[] }).details.map(({ field }) => field),
];
const live = (row: object = {}) =>
  school.liveSession([cohortId], { starts_at: inDays(3), ends_at: inDays(4), join_url: JOIN_URL, ...row });
const idOf = (uid: string) => uid.split('@')[0];

describe('a calendar feed', () => {
  it('is created with its URL, which is shown once, and listed without it', async () => {
    const key = { idempotencyKey: 'the-same-key-for-a-calendar' };
    const body = { name: 'My calendar', audience: 'own' };
    const first = await learner.client.post('/calendar-feeds', body, key);
    const { url, ...shown } = first.body.data as CalendarFeedWithUrl;
    expect([first.status, shown]).toEqual([
      201,
      {
        ...{ id: expect.any(String), name: 'My calendar', audience: 'own', cohortId: null, memberId: learner.memberId },
        ...{ include: ['live_sessions', 'coaching_sessions', 'bookings', 'deadlines'] },
        ...{ createdAt: expect.any(String), lastReadAt: null, revokedAt: null },
      },
    ]);
    expect(url).toMatch(/^http:\/\/[^/]+\/calendars\/[A-Za-z0-9_-]{54}\.ics$/);
    const replay = await learner.client.post('/calendar-feeds', body, key);
    expect([replay.status, replay.body.data]).toEqual([200, { ...shown, url: null }]);
    expect((await learner.client.get('/calendar-feeds')).body.data.items).toEqual([shown]);
    const { audit, events } = await school.trail();
    expect(JSON.stringify([audit, events])).not.toContain('My calendar');
    expect(events).toMatchObject([
      {
        name: 'calendar_feed.created',
        data: { calendarFeedId: shown.id, memberId: learner.memberId, audience: 'own' },
      },
    ]);
  });

  it('is for an audience that the member may have', async () => {
    expect((await create(learner, { audience: 'coach' })).status).toBe(403);
    expect((await create(learner, { audience: 'cohort', cohortId })).status).toBe(403);
    expect(refusal(await create(coach, { audience: 'cohort' }))).toEqual([400, undefined, 'cohortId']);
    expect(refusal(await create(coach, { audience: 'coach', cohortId }))).toEqual([400, undefined, 'cohortId']);
    expect(refusal(await create(coach, { include: [] }))).toEqual([400, undefined, 'include']);
    expect(refusal(await create(coach, { include: ['notes'] }))).toEqual([400, undefined, 'include']);
    expect((await create(coach, { audience: 'cohort', cohortId: await school.cohort() })).status).toBe(404);
    expect((await create(coach, { audience: 'cohort', cohortId })).status).toBe(201);
  });

  it('is one of ten open ones of a member', async () => {
    const feeds = [];
    for (let count = 0; count < 10; count += 1) feeds.push(await feed(learner));
    expect(refusal(await create(learner))).toEqual([409, 'calendar_feed_limit']);
    expect((await create(coach)).status).toBe(201);
    await learner.client.post(`/calendar-feeds/${feeds[0].id}/revoke`, {});
    expect((await create(learner)).status).toBe(201);
  });

  it('is rotated by its member alone, and revoked by them or an administrator, once', async () => {
    const { id, url } = await feed(learner);
    for (const other of [coach, school.owner]) {
      expect((await other.client.post(`/calendar-feeds/${id}/rotate`, {})).status).toBe(404);
    }
    expect((await coach.client.post(`/calendar-feeds/${id}/revoke`, {})).status).toBe(404);
    const rotated = await learner.client.post(`/calendar-feeds/${id}/rotate`, {});
    const { url: next } = rotated.body.data as { url: string };
    expect([rotated.status, (await open(url)).status, (await open(next)).status]).toEqual([200, 404, 200]);
    const revoked = await school.owner.client.post(`/calendar-feeds/${id}/revoke`, {});
    expect([revoked.status, revoked.body.data.revokedAt]).toEqual([200, expect.any(String)]);
    expect((await open(next)).status).toBe(404);
    for (const verb of ['revoke', 'rotate']) {
      const path = `/calendar-feeds/${id}/${verb}`;
      expect(refusal(await learner.client.post(path, {}))).toEqual([409, 'calendar_feed_revoked']);
    }
    expect((await school.owner.client.get('/calendar-feeds')).body.data.items).toMatchObject([{ id }]);
    expect((await coach.client.get('/calendar-feeds')).body.data.items).toEqual([]);
  });

  it('is refused to session keys, whatever they ask', async () => {
    const { id } = await feed(learner);
    const session = await school.owner.client.post(`/members/${learner.memberId}/session-keys`, { minutes: 60 });
    const client = new Client(app, session.body.data.key as string);
    expect((await client.get('/calendar-feeds')).status).toBe(403);
    expect((await client.post('/calendar-feeds', { name: 'x', audience: 'own' })).status).toBe(403);
    for (const verb of ['rotate', 'revoke']) {
      expect((await client.post(`/calendar-feeds/${id}/${verb}`, {})).status).toBe(403);
    }
  });
});

describe('the document of a calendar feed', () => {
  it('has the own live sessions, coaching sessions, bookings and deadlines, in UTC, with UIDs that stay', async () => {
    const title = `Déjà vu; a, b \\ c ${'語'.repeat(60)}`;
    const [starts_at, ends_at] = [inDays(3), inDays(4)];
    const liveId = await live({ title, starts_at, ends_at });
    const session = await school.coachingSession(enrollmentId, { scheduled_at: inDays(5) });
    const booking = await school.booking({ enrollment_id: enrollmentId, starts_at: inDays(6), join_url: JOIN_URL });
    const due = { enrollment_id: enrollmentId, due_at: inDays(7), published_at: app.now() };
    const task = await school.task(due);
    await school.task({ ...due, status: 'draft', published_at: null });
    const found = new Map((await ofFeed(learner)).map((event) => [event.UID, event]));
    const uids = [liveId, session, booking, task].map((id) => `${id}@${school.id}`);
    expect([...found.keys()].sort()).toEqual(uids.sort());
    expect(found.get(`${liveId}@${school.id}`)).toMatchObject({
      ...{ SUMMARY: title, DTSTART: inUtc(starts_at), DTEND: inUtc(ends_at), SEQUENCE: '0' },
      ...{ STATUS: 'CONFIRMED', URL: JOIN_URL, DESCRIPTION: 'Time zone: Europe/Paris' },
    });
    expect(found.get(`${booking}@${school.id}`)?.URL).toBe(JOIN_URL);
    expect(found.get(`${task}@${school.id}`)?.SUMMARY).toBe('Due: Write a coaching plan');
    const kinds = { live_sessions: liveId, coaching_sessions: session, bookings: booking, deadlines: task };
    for (const [kind, id] of Object.entries(kinds)) {
      expect((await ofFeed(learner, { include: [kind] })).map(({ UID }) => idOf(UID))).toEqual([id]);
    }
  });

  it('reaches from 30 days back to 365 days ahead, and has 1,000 items at most', async () => {
    const at = (days: number) => live({ starts_at: inDays(days), ends_at: inDays(days + 0.01) });
    const shown = [await at(-29.9), await at(364.9)];
    await at(-30.1);
    await at(365.1);
    expect((await ofFeed(learner)).map(({ UID }) => idOf(UID))).toEqual(shown);
    await Promise.all(
      Array.from({ length: 1_000 }, () =>
        school.task({ enrollment_id: enrollmentId, due_at: inDays(1), published_at: app.now() }),
      ),
    );
    expect(await ofFeed(learner)).toHaveLength(1_000);
  });

  it('counts changes, and keeps what is cancelled for 30 days', async () => {
    const { client } = school.owner;
    const id = await live();
    const { url } = await feed(learner);
    const one = async () => (await eventsAt(url))[0];
    expect((await one()).SEQUENCE).toBe('0');
    const [startsAt, endsAt] = [inDays(5).toISOString(), inDays(6).toISOString()];
    await client.patch(`/live-sessions/${id}`, { startsAt, endsAt });
    expect(await one()).toMatchObject({ SEQUENCE: '1', STATUS: 'CONFIRMED', URL: JOIN_URL });
    await client.post(`/live-sessions/${id}/cancel`, {});
    const cancelled = await one();
    expect(cancelled).toMatchObject({ SEQUENCE: '2', STATUS: 'CANCELLED', UID: `${id}@${school.id}` });
    expect(cancelled.URL).toBeUndefined();
    await school.rows('update live_sessions set starts_at = $2, ends_at = $2 where organization_id = $1', inDays(100));
    app.moveClock(30 * DAY_MS - HOUR_MS);
    expect(await eventsAt(url)).toHaveLength(1);
    app.moveClock(30 * DAY_MS + HOUR_MS);
    expect(await eventsAt(url)).toEqual([]);
  });

  it('of a booking counts its moves, and shows no session beside it', async () => {
    const host = await school.availability(coach.memberId);
    const type = await school.bookingType({ host_member_id: host });
    const at = (hours: number) => new Date(Math.ceil(app.now().getTime() / HOUR_MS + hours) * HOUR_MS).toISOString();
    const booked = await learner.client.post(`/booking-types/${type}/bookings`, { enrollmentId, startsAt: at(30) });
    const { id } = booked.body.data as { id: string };
    const { url } = await feed(coach, { audience: 'coach' });
    expect(await eventsAt(url)).toMatchObject([
      { UID: `${id}@${school.id}`, SEQUENCE: '0', SUMMARY: `Coaching call – ${learner.name}` },
    ]);
    await learner.client.post(`/bookings/${id}/reschedule`, { startsAt: at(40) });
    await learner.client.post(`/bookings/${id}/cancel`, {});
    expect(await eventsAt(url)).toMatchObject([{ UID: `${id}@${school.id}`, SEQUENCE: '2', STATUS: 'CANCELLED' }]);
    expect((await ofFeed(learner)).map(({ SUMMARY }) => SUMMARY)).toEqual([`Coaching call – ${coach.name}`]);
  });

  it('decides anew on each read what the member reaches', async () => {
    const session = await school.coachingSession(enrollmentId, { scheduled_at: inDays(5) });
    const liveId = await live();
    const elsewhere = await school.coachingSession(await school.enrollment(), { scheduled_at: inDays(5) });
    const { url } = await feed(coach, { audience: 'coach' });
    const ofCohort = await feed(coach, { audience: 'cohort', cohortId });
    const { url: ofOwner } = await feed(school.owner, { audience: 'coach' });
    const ids = async (at: string) => (await eventsAt(at)).map(({ UID }) => idOf(UID)).sort();
    expect(await ids(url)).toEqual([session, liveId].sort());
    expect(await ids(ofOwner)).toEqual([session, liveId, elsewhere].sort());
    expect(await ids(ofCohort.url)).toEqual([session, liveId].sort());
    expect((await eventsAt(url)).filter(({ URL: joinUrl }) => joinUrl === JOIN_URL)).toHaveLength(1);
    expect((await open(ofCohort.url)).text).not.toContain('meet.example.com');
    await school.rows('update responsibilities set ended_at = started_at where organization_id = $1');
    expect([await ids(url), await ids(ofCohort.url)]).toEqual([[], []]);
  });

  it('is answered with 304 while it is the same, and kept for 15 minutes by the one who reads it', async () => {
    await live();
    const { url } = await feed(learner);
    const first = await open(url);
    expect(first.headers).toMatchObject({
      ...{ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, max-age=900' },
      ...{ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer', etag: expect.stringMatching(/^".+"$/) },
    });
    const again = await open(url, { 'If-None-Match': first.headers.etag });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
    await live();
    expect((await open(url, { 'If-None-Match': first.headers.etag })).status).toBe(200);
  });

  it('notes when it was read, once an hour', async () => {
    const { url } = await feed(learner);
    const lastReadAt = async () =>
      (await learner.client.get('/calendar-feeds')).body.data.items[0].lastReadAt as string;
    await open(url);
    const first = await lastReadAt();
    app.moveClock(HOUR_MS / 2);
    await open(url);
    expect(await lastReadAt()).toBe(first);
    app.moveClock(HOUR_MS + 1_000);
    await open(url);
    expect(Date.parse(await lastReadAt())).toBeGreaterThan(Date.parse(first));
  });

  it('is not found with another token, nor for a member who is detached, and says nothing of the cause', async () => {
    const { url } = await feed(learner);
    const unknown = `${app.url}/calendars/${issueCapability(school.id).token}.ics`;
    const answer = async (at: string) => {
      const { status, body } = await open(at);
      return [status, { ...(body as object), correlationId: '' }];
    };
    const strange = await answer(unknown);
    expect(strange[0]).toBe(404);
    expect(await answer(`${app.url}/calendars/nonsense.ics`)).toEqual(strange);
    expect((await open(url)).status).toBe(200);
    await school.rows(
      `update members set status = 'detached' where organization_id = $1 and id = $2`,
      learner.memberId,
    );
    expect(await answer(url)).toEqual(strange);
    expect(app.logged()).not.toContain(url.slice(-58, -4));
  });
});
