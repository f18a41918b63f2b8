import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { JobWorker } from '#kernel/jobs';
import type { Client } from '../support/client.js';
import { useSchool } from '../support/use-school.js';
import { dataOf, fetched, fieldsOf, PDF, PNG, uploaded } from './files.js';

const { app, school } = useSchool({ settings: { ERASURE_DELAY_DAYS: 0 } });
const MINUTE = 60_000;

afterEach(() => app.moveClock(0));

interface Media {
  id: string;
  url: string;
}

/** Media of the library with a stored content. */
async function registered(content = PDF, kind = 'file', mimeType = 'application/pdf'): Promise<Media> {
  const { id: uploadId } = await uploaded(school, school.owner.client, content, { mimeType });
  const response = await school.owner.client.post('/media', { kind, title: 'Plan', uploadId });
  expect(response.status).toBe(201);
  return response.body.data as Media;
}

const readAs = async (client: Client, id: string) => (await client.get(`/media/${id}`)).body.data as Media;

describe('media of an upload', () => {
  it('have its type, length and digest, and its bytes at an address of the service', async () => {
    const media = await registered();
    expect(media).toMatchObject({ stored: true, mimeType: 'application/pdf', byteSize: PDF.length });
    const answer = await fetched(school, media.url);
    expect([answer.status, (answer.body as Buffer).equals(PDF)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['cache-control']).toContain('private');
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename="?Plan\.pdf"?$/);
  });

  it('are registered once for each upload, which is used then', async () => {
    const { id: uploadId } = await uploaded(school, school.owner.client, PDF);
    const body = { kind: 'file', title: 'Plan', uploadId };
    const answers = await Promise.all([1, 2, 3].map(() => school.owner.client.post('/media', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect((await school.owner.client.get(`/me/uploads/${uploadId}`)).body.data.status).toBe('used');
  });

  it.each([
    ['an upload that is not checked', async () => school.upload({ status: 'checking' })],
    ['one that is used', async () => school.upload({ status: 'used' })],
    ['one that has expired', async () => school.upload({ status: 'ready', expires_at: new Date(0) })],
    ["somebody else's", async () => school.upload({ status: 'ready', created_by: (await school.person()).accountId })],
  ])('are not registered of %s', async (_, upload) => {
    const body = { kind: 'file', title: 'Plan', uploadId: await upload() };
    const digest = await school.digest();
    const refused = await school.owner.client.post('/media', body);
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'uploadId']);
    expect(await school.digest()).toEqual(digest);
  });

  it.each([
    [{ kind: 'video' }, 'kind'],
    [{ kind: 'file', mimeType: 'text/plain' }, 'mimeType'],
    [{ kind: 'file', url: 'https://files.example.com/plan.pdf', mimeType: 'application/pdf' }, 'uploadId'],
  ])('are not registered as %j', async (fields, field) => {
    const { id: uploadId } = await uploaded(school, school.owner.client, PDF);
    const refused = await school.owner.client.post('/media', { title: 'Plan', uploadId, ...fields });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
  });

  it('need an upload or an address', async () => {
    const refused = await school.owner.client.post('/media', { kind: 'file', title: 'Plan' });
    expect([refused.status, fieldsOf(refused).sort()]).toEqual([400, ['mimeType', 'url']]);
  });
});

describe('an address of content', () => {
  it('is made for each reader, and is in no stored result, event or audit entry', async () => {
    const media = await registered();
    const other = await school.person('ADMIN');
    const theirs = await readAs(other.client, media.id);
    expect(theirs.url).not.toBe(media.url);
    expect((await fetched(school, theirs.url)).status).toBe(200);
    const tables = ['idempotency_keys', 'events', 'audit_entries'];
    for (const table of tables) {
      const { rows } = await app.rows.query(`select t::text from ${table} t where organization_id = $1`, [school.id]);
      expect([table, rows.some(({ t }: { t: string }) => t.includes('/content/'))]).toEqual([table, false]);
    }
    expect(app.logged()).not.toContain(new URL(media.url).pathname);
  });

  it('is good for 15 minutes, of a video for four hours', async () => {
    const video = Buffer.concat([Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex'), PNG]);
    const [document, film] = [await registered(), await registered(video, 'video', 'video/mp4')];
    app.moveClock(14 * MINUTE);
    expect((await fetched(school, document.url)).status).toBe(200);
    app.moveClock(16 * MINUTE);
    expect((await fetched(school, document.url)).status).toBe(404);
    app.moveClock(239 * MINUTE);
    expect((await fetched(school, film.url)).status).toBe(200);
    app.moveClock(241 * MINUTE);
    expect((await fetched(school, film.url)).status).toBe(404);
  });

  it('ends with the membership of its reader', async () => {
    const media = await registered();
    const reader = await school.person('ADMIN');
    const { url } = await readAs(reader.client, media.id);
    expect((await fetched(school, url)).status).toBe(200);
    await school.owner.client.delete(`/members/${reader.memberId}`);
    expect((await fetched(school, url)).status).toBe(404);
    expect((await fetched(school, media.url)).status).toBe(200);
  });

  it('with any character changed is the same 404 as no address', async () => {
    const media = await registered();
    const path = new URL(media.url).pathname;
    const none = await fetched(school, `${app.url}/content/nothing`);
    for (let place = '/content/'.length; place < path.length; place += 7) {
      const other = path.at(place) === 'A' ? 'B' : 'A';
      const answer = await fetched(school, `${app.url}${path.slice(0, place)}${other}${path.slice(place + 1)}`);
      expect([answer.status, String(answer.body).replace(/"correlationId":"[^"]+"/, '')]).toEqual([
        404,
        String(none.body).replace(/"correlationId":"[^"]+"/, ''),
      ]);
    }
  });

  it('gives ranges, and answers conditions', async () => {
    const content = Buffer.concat([PDF, randomBytes(1_000)]);
    const media = await registered(content);
    const ranged = async (range: string) => {
      const { status, headers, body } = await fetched(school, media.url, { range });
      return [status, headers['content-range'], (body as Buffer).length] as const;
    };
    const size = content.length;
    expect(await ranged('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, 10]);
    expect(await ranged(`bytes=${size - 5}-`)).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5]);
    expect(await ranged('bytes=-7')).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, 7]);
    expect(await ranged(`bytes=-${size * 2}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, size]);
    const [status, range] = await ranged(`bytes=${size}-`);
    expect([status, range]).toEqual([416, `bytes */${size}`]);
    const { headers } = await fetched(school, media.url);
    expect((await fetched(school, media.url, { 'if-none-match': headers.etag })).status).toBe(304);
    const head = await request(app.url).head(new URL(media.url).pathname);
    expect([head.status, head.headers['content-length']]).toEqual([200, String(size)]);
  });

  it('is open to pages of other origins', async () => {
    const media = await registered(PNG, 'image', 'image/png');
    const answer = await fetched(school, media.url, { origin: 'https://portal.example.com' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const text = await registered(Buffer.from('name;grade\r\n'), 'file', 'text/csv');
    expect((await fetched(school, text.url)).headers['content-disposition']).toMatch(/^attachment;/);
  });
});

describe('a stored video', () => {
  const VIDEO = Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex');

  it('is read wherever it is shown: in lists, the library, lessons, by staff and by whoever learns', async () => {
    const film = await registered(VIDEO, 'video', 'video/mp4');
    const poster = await registered(PNG, 'image', 'image/png');
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    const learner = await school.person();
    const enrollment = await school.enrollment({ cohort_id, member_id: learner.memberId });
    const published = await school.owner.client.post('/video-resources', {
      ...{ programId: program_id, kind: 'replay_other', category: 'video', title: 'Film', tags: [] },
      ...{ videos: [{ mediaId: film.id }], thumbnailMediaId: poster.id },
    });
    const library = dataOf<{ id: string }>(published).id;
    const course_id = await school.course({ program_id, status: 'published' });
    const lesson = await school.lesson({ kind: 'video', body: null, status: 'published', course_id });
    await school.insert('lesson_media', { lesson_id: lesson, media_id: film.id, title: null, position: 1 });
    const of = async (client: Client, path: string) => JSON.stringify(dataOf(await client.get(path)));
    const shown = [
      await of(school.owner.client, '/media'),
      await of(school.owner.client, `/video-resources/${library}`),
      await of(learner.client, `/me/video-resources/${library}`),
      await of(learner.client, `/me/lessons/${lesson}?enrollmentId=${enrollment}`),
    ];
    for (const text of shown) {
      expect(text).not.toContain('minted:');
      const addresses = [...text.matchAll(/"(https?:[^"]+\/content\/[^"]+)"/g)].map(([, address]) => address);
      const answers = await Promise.all(addresses.map((address) => fetched(school, address)));
      expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
      expect(answers.some(({ body }) => VIDEO.equals(body as Buffer))).toBe(true);
    }
  });
});

describe('a file that was handed in', () => {
  it('is read by its reviewer and the person, and by nobody else', async () => {
    const person = await school.person();
    const cohortId = await school.cohort();
    const enrollment = await school.enrollment({ member_id: person.memberId, cohort_id: cohortId });
    const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: ['application/pdf'] }]);
    const deliverable = await school.deliverable(await school.task({ enrollment_id: enrollment }), {
      accepted_formats,
    });
    const { id: uploadId } = await uploaded(school, person.client, PDF);
    const { body: made } = await person.client.post('/me/media', { kind: 'file', title: 'My plan', uploadId });
    const path = `/deliverables/${deliverable}/submissions`;
    const submitted = await person.client.post(path, { kind: 'file', mediaId: made.data.id });
    expect([submitted.status, submitted.body.data.media.title]).toEqual([201, 'My plan']);
    const coach = await school.person('MEMBER', { role: 'coach', cohortId });
    const [review] = (await coach.client.get('/reviews')).body.data.items as { media: Media }[];
    expect(((await fetched(school, review.media.url)).body as Buffer).equals(PDF)).toBe(true);
    const other = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    expect((await other.client.get(`/media/${made.data.id}`)).status).toBe(404);
    expect((await other.client.get('/reviews')).body.data.items).toEqual([]);
  });

  it('goes with the erasure of the person', async () => {
    const person = await school.person();
    const enrollment = await school.enrollment({ member_id: person.memberId });
    const { id: uploadId } = await uploaded(school, person.client, PDF, { name: 'Secret plan.pdf' });
    const made = await person.client.post('/me/media', { kind: 'file', title: 'My plan', uploadId });
    const { url } = await readAs(school.owner.client, dataOf<Media>(made).id);
    expect((await fetched(school, url)).status).toBe(200);
    const second = await school.person('OWNER');
    const close = `/enrollments/${enrollment}/close`;
    expect((await school.owner.client.post(close, { result: 'withdrawn', reason: 'Moved' })).status).toBe(200);
    await school.owner.client.delete(`/members/${person.memberId}`);
    const asked = await school.owner.client.post(`/members/${person.memberId}/erasures`, { reason: 'Asked for it' });
    const erasure = dataOf<{ id: string }>(asked);
    expect((await second.client.post(`/erasures/${erasure.id}/approve`)).status).toBe(200);
    await app.nest.get(JobWorker, { strict: false }).runOnce();
    expect((await fetched(school, url)).status).toBe(404);
    const { rows } = await app.rows.query<object>('select name, object_key from uploads where organization_id = $1', [
      school.id,
    ]);
    expect(rows).toEqual([{ name: '[erased]', object_key: null }]);
  });
});
