import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSettings } from '#kernel/settings';
import { afterWaitingFor } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { check, dataOf, fetched, fieldsOf, PDF, PNG, uploaded } from './files.js';

const { app, school } = useSchool();

afterEach(() => app.moveClock(0));

interface Media {
  id: string;
  url: string;
}

/** Media with a stored content, which the person registers. */
async function stored(person: Person, path = '/media', content = PDF): Promise<Media> {
  const mimeType = content === PNG ? 'image/png' : 'application/pdf';
  const { id: uploadId } = await uploaded(school, person.client, content, { mimeType });
  const made = await person.client.post(path, { kind: content === PNG ? 'image' : 'file', title: 'Plan', uploadId });
  expect(made.status).toBe(201);
  return dataOf<Media>(made);
}

async function learner(): Promise<Person> {
  const person = await school.person();
  await school.enrollment({ member_id: person.memberId });
  return person;
}

function objects(): string[] {
  const folder = join(app.nest.get(DataSettings, { strict: false }).DATA_DIR, 'files', 'objects', school.id);
  return existsSync(folder) ? readdirSync(folder) : [];
}

const remove = ({ client }: Person, id: string, options?: { idempotencyKey: string }) =>
  client.delete(`/media/${id}`, options);

describe('deleted media', () => {
  it('are gone, with their bytes and their addresses', async () => {
    const media = await stored(school.owner);
    expect(objects()).toHaveLength(1);
    const answer = await remove(school.owner, media.id);
    expect([answer.status, answer.body.data]).toMatchObject([200, { id: media.id, stored: true, title: 'Plan' }]);
    expect(answer.body.data).not.toHaveProperty('url');
    expect((await fetched(school, media.url)).status).toBe(404);
    expect((await school.owner.client.get(`/media/${media.id}`)).status).toBe(404);
    expect((await school.owner.client.get('/media')).body.data.items).toEqual([]);
    await check(school);
    expect(objects()).toEqual([]);
    const { audit, events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'media.deleted', data: { mediaId: media.id, posterMediaId: null } });
    expect(audit.at(-1)?.action).toBe('media.deleted');
  });

  it('are found deleted by a replay, and unknown by another request', async () => {
    const media = await stored(school.owner);
    const key = { idempotencyKey: randomUUID() };
    const first = await remove(school.owner, media.id, key);
    const replay = await remove(school.owner, media.id, key);
    expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, first.body.data]);
    expect((await remove(school.owner, media.id)).status).toBe(404);
    const other = await school.person('ADMIN');
    expect((await remove(other, media.id, key)).status).toBe(404);
  });

  it('free the room that they took', async () => {
    const usage = async () => dataOf<object>(await school.owner.client.get('/storage-usage'));
    const media = await stored(school.owner);
    expect(await usage()).toMatchObject({ media: 1, bytes: PDF.length });
    await remove(school.owner, media.id);
    expect(await usage()).toMatchObject({ media: 0, bytes: 0 });
  });

  it('are stored elsewhere, too: the service forgets the address', async () => {
    const id = await school.media();
    expect((await remove(school.owner, id)).status).toBe(200);
    expect((await school.owner.client.get(`/media/${id}`)).status).toBe(404);
  });
});

describe('media in use', () => {
  const places: [string, (id: string) => Promise<unknown>][] = [
    [
      'submission',
      async (media) => {
        const { submissionId } = await school.handedIn();
        await school.rows(
          `update submissions set kind = 'file', url = null, media_id = $3 where organization_id = $1 and id = $2`,
          ...[submissionId, media],
        );
      },
    ],
    [
      'lesson',
      async (media) =>
        school.insert('lesson_media', { lesson_id: await school.lesson(), media_id: media, position: 1 }),
    ],
    ['video', async (media) => school.videoResource(undefined, [media])],
    ['thumbnail', async (media) => school.videoResource({ thumbnail_media_id: media })],
    ['poster', async (media) => school.media('video', { poster_media_id: media })],
  ];

  it.each(places)('are kept, and the refusal names the %s', async (place, use) => {
    const media = await stored(school.owner, '/media', PNG);
    await use(media.id);
    const digest = await school.digest();
    const refused = await remove(school.owner, media.id);
    expect([refused.status, refused.body.reason, fieldsOf(refused)]).toEqual([409, 'media_in_use', [place]]);
    expect(await school.digest()).toEqual(digest);
    expect((await fetched(school, media.url)).status).toBe(200);
  });

  it('that are deleted at the same moment are unknown to whoever would show them', async () => {
    const videos = [{ mediaId: await school.media() }];
    const body = {
      programId: await school.program(),
      kind: 'replay_other',
      category: 'video',
      title: 'A film',
      videos,
    };
    const deletion = { sql: 'delete from media where organization_id = $1 and id = $2', values: [videos[0].mediaId] };
    const refused = await afterWaitingFor(school, deletion, () => school.owner.client.post('/video-resources', body));
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['videos.0.mediaId']]);
  });

  it('that are shown at the same moment are kept', async () => {
    const [media, lesson] = [await school.media('file'), await school.lesson()];
    const use = {
      sql: `insert into lesson_media (organization_id, id, lesson_id, media_id, position)
        values ($1, gen_random_uuid(), $2, $3, 1)`,
      values: [lesson, media],
    };
    const refused = await afterWaitingFor(school, use, () => remove(school.owner, media));
    expect([refused.status, fieldsOf(refused)]).toEqual([409, ['lesson']]);
  });
});

describe('the deletion of media', () => {
  it('is open to administrators and to whoever registered it', async () => {
    const [coach, person] = [
      await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() }),
      await learner(),
    ];
    const admin = await school.person('ADMIN');
    for (const [maker, path, who] of [
      [coach, '/media', coach],
      [coach, '/media', admin],
      [person, '/me/media', person],
      [person, '/me/media', school.owner],
    ] as const) {
      expect((await remove(who, (await stored(maker, path)).id)).status).toBe(200);
    }
  });

  it('is refused to others who see it with 403, and with 404 to those who do not', async () => {
    const [library, personal] = [await stored(school.owner), await stored(await learner(), '/me/media')];
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const director = await school.person('MEMBER', { role: 'program_director' });
    for (const [who, { id }, status] of [
      [coach, library, 403],
      [director, library, 403],
      [director, personal, 403],
      [coach, personal, 404],
      [await learner(), personal, 404],
      [await learner(), library, 404],
      [await school.person(), library, 403],
    ] as const) {
      const refused = await remove(who, id);
      expect(refused.status).toBe(status);
    }
    await check(school);
    expect(objects()).toHaveLength(2);
  });
});

describe('stored media that a person registers on their own side', () => {
  it('are in no list, and are read by administrators, directors and their maker', async () => {
    const person = await learner();
    const media = await stored(person, '/me/media');
    const director = await school.person('MEMBER', { role: 'program_director' });
    for (const { client } of [school.owner, await school.person('ADMIN'), director, person]) {
      const answer = await client.get(`/media/${media.id}`);
      expect([answer.status, answer.body.data.id]).toEqual([200, media.id]);
      expect((await fetched(school, dataOf<Media>(answer).url)).status).toBe(200);
    }
    for (const { client } of [school.owner, director]) {
      expect((await client.get('/media')).body.data.items).toEqual([]);
    }
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const unknown = await coach.client.get(`/media/${randomUUID()}`);
    for (const { client } of [coach, await learner()]) {
      const refused = await client.get(`/media/${media.id}`);
      expect([refused.status, refused.body.error]).toEqual([404, unknown.body.error]);
    }
  });

  it('are shown with the submission to the person, too', async () => {
    const person = await school.person();
    const task = await school.task({ enrollment_id: await school.enrollment({ member_id: person.memberId }) });
    const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
    const deliverable = await school.deliverable(task, { accepted_formats });
    const { id: mediaId } = await stored(person, '/me/media');
    await person.client.post(`/deliverables/${deliverable}/submissions`, { kind: 'file', mediaId });
    const [{ lastSubmission }] = (await person.client.get('/me/tasks')).body.data.items as {
      lastSubmission: { media: Media & { mediaId: string } };
    }[];
    expect(lastSubmission.media).toMatchObject({ mediaId, title: 'Plan', mimeType: 'application/pdf' });
    expect(((await fetched(school, lastSubmission.media.url)).body as Buffer).equals(PDF)).toBe(true);
  });
});

describe('the storage usage', () => {
  it('counts what is stored, what is under way, and what nothing shows', async () => {
    const [shown] = [await stored(school.owner, '/media', PNG), await stored(school.owner)];
    await school.media('video', { poster_media_id: shown.id });
    await school.upload();
    await school.upload({ status: 'checking' });
    await school.upload({ expires_at: new Date(0) });
    const other = await school.owner.client.get('/storage-usage');
    expect(other.body.data).toMatchObject({
      bytes: PDF.length + PNG.length,
      media: 2,
      limitBytes: 10_240_000_000,
      openUploads: 2,
      unreferenced: { media: 1, bytes: PDF.length },
    });
  });
});
