import { expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { issueCapability, parseCapability } from '#kernel/secrets';
import { eventsPath } from '../../src/contexts/selling/provider/events-path.js';
import { School } from '../support/school.js';
import { SECRET_KEYS } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { FAILED_AUTH_PER_MINUTE: 100_000 } });

const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const seen = ({ status, body }: Response): [number, object] => [status, { ...(body as object), correlationId: '' }];
const dataOf = async (answer: Promise<{ status: number; body: { data: Record<string, string> } }>) => {
  const { status, body } = await answer;
  expect([200, 201]).toContain(status);
  return body.data;
};

/** What opens something, each at a door of its own. */
async function tokensOf(one: School): Promise<Record<string, string>> {
  const { client, apiKeyId } = one.owner;
  const { memberId } = await one.person();
  const hint = issueCapability(one.id);
  await one.calendarConnection({ hook_hash: hint.hash });
  const feed = await dataOf(client.post('/calendar-feeds', { name: 'Mine', audience: 'own' }));
  const link = await dataOf(client.post(`/exports/${await one.export()}/links`));
  const session = await dataOf(client.post(`/members/${memberId}/session-keys`, { minutes: 60 }));
  const events = await dataOf(client.post('/event-feeds', { name: 'All', eventNames: ['*'] }));
  const { next } = await dataOf(client.get(`/event-feeds/${events.id}/events`));
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const version = await one.formVersion();
  const links = `/forms/${await one.formOf('form_versions', version)}/intake-links`;
  const intake = await dataOf(client.post(links, { name: 'Open evening' }));
  const buy = await dataOf(client.post('/sales-links', { offerId: await one.offer() }));
  const eventsPlace = { organizationId: one.id, id: await one.paymentProvider() };
  const announced = { name: 'Plan.pdf', mimeType: 'application/pdf', byteSize: 9 };
  const { parts } = (await dataOf(client.post('/me/uploads', announced))) as unknown as { parts: { url: string }[] };
  return {
    ...{ buy: lastPart(buy.url), payments: lastPart(`http://localhost${eventsPath(SECRET_KEYS, eventsPlace)}`) },
    ...{ intake: lastPart(intake.url), upload: lastPart(parts[0].url) },
    hint: hint.token,
    ...{ calendar: lastPart(feed.url).replace('.ics', ''), file: lastPart(link.url) },
    ...{
      apiKey: client.apiKey ?? '',
      sessionKey: session.key,
      apiKeyId,
      feedId: feed.id,
      eventFeed: events.id,
      next,
      secret,
    },
  };
}

const doors: Record<string, (token: string) => Promise<Response>> = {
  hint: (token) => request(app.url).post(`/hooks/calendar/${encodeURIComponent(token)}`),
  authorization: (token) => request(app.url).get(`/oauth/calendar/google?code=x&state=${encodeURIComponent(token)}`),
  calendar: (token) => request(app.url).get(`/calendars/${encodeURIComponent(token)}.ics`),
  file: (token) => request(app.url).get(`/files/${encodeURIComponent(token)}`),
  intake: (token) => request(app.url).get(`/intake/${encodeURIComponent(token)}`),
  buy: (token) => request(app.url).get(`/buy/${encodeURIComponent(token)}`),
  order: (token) =>
    request(app.url)
      .post(`/buy/${encodeURIComponent(token)}/order`)
      .set('idempotency-key', '018f3c5e-0000-7000-8000-000000000001')
      .send({ paymentPlanKey: 'at_once', autoCharge: false }),
  payments: (token) =>
    request(app.url)
      .post(`/payment-events/${encodeURIComponent(token)}`)
      .send('{}'),
  content: (token) => request(app.url).get(`/content/${encodeURIComponent(token)}`),
  upload: (token) =>
    request(app.url)
      .put(`/uploads/${encodeURIComponent(token)}`)
      .send('bytes'),
  key: (token) => request(app.url).get('/api/v1/members').set('x-api-key', token),
  agents: (token) => request(app.url).post('/mcp').set('x-api-key', token).send({}),
};
const OPENS: Record<string, string[]> = {
  ...{ hint: ['hint'], authorization: [] },
  ...{ buy: ['buy'], order: ['buy'], payments: ['payments'] },
  ...{ intake: ['intake'], content: [], upload: ['upload'] },
  ...{ calendar: ['calendar'], file: ['file'], key: ['apiKey', 'sessionKey'], agents: ['apiKey', 'sessionKey'] },
};

it('a token at any other door than its own is answered like one that nobody has', async () => {
  const tokens = await tokensOf(school);
  const strange = issueCapability(school.id).token;
  for (const [door, open] of Object.entries(doors)) {
    const expected = seen(await open(strange));
    expect([door, expected[0]]).toEqual([door, door === 'key' || door === 'agents' ? 401 : 404]);
    for (const [name, token] of Object.entries(tokens)) {
      const answer = await open(token);
      if (OPENS[door].includes(name)) expect([door, name, answer.status]).not.toEqual([door, name, expected[0]]);
      else expect([door, name, ...seen(answer)]).toEqual([door, name, ...expected]);
    }
  }
  for (const name of ['calendar', 'file', 'intake', 'upload', 'buy', 'payments'])
    expect(app.logged()).not.toContain(tokens[name]);
});

it('a token whose organization is exchanged for another one opens nothing, also where that one has a feed and a file', async () => {
  const other = await School.open(app);
  const [own, others] = [await tokensOf(school), await tokensOf(other)];
  for (const door of ['calendar', 'file']) {
    const strange = seen(await doors[door](issueCapability(school.id).token));
    // The first 16 bytes are the organization's id.
    const [one, two] = [own, others].map((tokens) => Buffer.from(tokens[door], 'base64url'));
    const mixed = Buffer.concat([two.subarray(0, 16), one.subarray(16)]).toString('base64url');
    expect(parseCapability(mixed)?.organizationId).toBe(other.id);
    expect(seen(await doors[door](mixed))).toEqual(strange);
    expect([(await doors[door](own[door])).status, (await doors[door](others[door])).status]).toEqual([200, 200]);
  }
});

it('a member who is detached loses the feed, a former administrator the link, and neither learns why', async () => {
  const admin = await school.person('ADMIN');
  const { url } = await dataOf(admin.client.post('/calendar-feeds', { name: 'Mine', audience: 'coach' }));
  const link = await dataOf(admin.client.post(`/exports/${await school.export()}/links`));
  const ways = [
    [doors.calendar, lastPart(url).replace('.ics', '')],
    [doors.file, lastPart(link.url)],
  ] as const;
  for (const [open, token] of ways) expect((await open(token)).status).toBe(200);
  expect((await school.owner.client.delete(`/members/${admin.memberId}`)).status).toBeLessThan(300);
  for (const [open, token] of ways) {
    expect(seen(await open(token))).toEqual(seen(await open(issueCapability(school.id).token)));
  }
});

it('the links of an export of another organization are not found', async () => {
  const other = await School.open(app);
  const { status, body } = await school.owner.client.post(`/exports/${await other.export()}/links`);
  expect([status, (body as { code: string }).code]).toEqual([404, 'not_found']);
});

it.each(['Line\r\nBEGIN:VEVENT', 'Line\nbreak', 'Bell\u0007', 'Separator\u2028x'])(
  'a name with line breaks or control characters becomes no line of a document: %j',
  async (name) => {
    const response = await school.owner.client.post('/calendar-feeds', { name, audience: 'own' });
    expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field: 'name' })]]);
    const title = `${name}\r\nATTENDEE:mailto:x@example.com`;
    await school.liveSession([await school.cohort()], { title, starts_at: app.now(), ends_at: app.now() });
    const { url } = await dataOf(school.owner.client.post('/calendar-feeds', { name: 'All', audience: 'coach' }));
    const { text } = await doors.calendar(lastPart(url).replace('.ics', ''));
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
    expect(text).not.toMatch(/^ATTENDEE/m);
  },
);

it.each(['Mars/Olympus', 'Europe/Nowhere', 'GMT+25', '', 'Europe/Paris\n', '../etc/passwd', 'PST8PDT7'])(
  'a zone that does not exist is refused by its name, and nothing is changed: %j',
  async (timezone) => {
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const { client, memberId } = coach;
    const answer = await client.put(`/members/${memberId}/availability`, { timezone, weekly: [] });
    expect([answer.status, answer.body.details]).toEqual([400, [expect.objectContaining({ field: 'timezone' })]]);
    expect((await client.get(`/members/${memberId}/availability`)).body.data.updatedAt).toBeNull();
    const programId = await school.program();
    const cohort = await school.owner.client.post(`/programs/${programId}/cohorts`, { name: 'Spring', timezone });
    expect([cohort.status, cohort.body.details]).toEqual([400, [expect.objectContaining({ field: 'timezone' })]]);
  },
);
