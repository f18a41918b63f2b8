import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const pathOf = (id: string, command = '') => `/video-resources/${id}${command}`;
const fieldsOf = ({ body }: Response) => (body.details as { field: string }[]).map((detail) => detail.field);
const ids = ({ body }: Response) => (body.data.items as { id: string }[]).map((item) => item.id);

async function publish(change: object = {}): Promise<string> {
  const body = { kind: 'replay_other', category: 'video', title: 'Giving feedback', ...change };
  const place = { programId: await school.program(), videos: [{ mediaId: await school.media() }] };
  const response = await school.owner.client.post('/video-resources', { ...place, ...body });
  expect(response.status).toBe(201);
  return response.body.data.id as string;
}

describe('the detail of a video resource', () => {
  it('adds names, thumbnail and the videos in order to the resource', async () => {
    const image = await school.media('image', { url: 'https://media.example.com/poster.png' });
    const [one, two] = [await school.media('video', { poster_media_id: image }), await school.media()];
    const videos = [{ mediaId: one, title: 'Part one' }, { mediaId: two }];
    const id = await publish({ videos, tags: ['Feedback'] });
    const { body } = await school.owner.client.get(pathOf(id));
    expect(body.data).toEqual({
      ...(await school.owner.client.get('/video-resources')).body.data.items[0],
      programName: 'Leadership Essentials',
      thumbnailUrl: 'https://media.example.com/poster.png',
      videoCount: 2,
      authorName: school.owner.name,
      videos: [
        { mediaId: one, title: 'Part one', url: 'https://media.example.com/video', position: 1 },
        { mediaId: two, title: 'A video', url: 'https://media.example.com/video', position: 2 },
      ],
    });
  });

  it('is hidden from other organizations and, once unpublished, from all but OWNER and ADMIN', async () => {
    const id = await school.videoResource();
    const reviewer = await school.person('MEMBER', { role: 'reviewer' });
    const nobody = await school.person('MEMBER');
    expect((await reviewer.client.get(pathOf(id))).status).toBe(200);
    expect((await nobody.client.get(pathOf(id))).status).toBe(403);
    expect((await (await School.open(app)).owner.client.get(pathOf(id))).status).toBe(404);
    await school.owner.client.post(pathOf(id, '/unpublish'));
    expect((await reviewer.client.get(pathOf(id))).status).toBe(404);
    expect((await school.owner.client.get(pathOf(id))).body.data.status).toBe('unpublished');
  });
});

describe('the list of the library', () => {
  const list = async (query = '', client = school.owner.client) => ids(await client.get(`/video-resources${query}`));

  it('narrows by program, category, tag and words', async () => {
    const programId = await school.program();
    const first = await publish({
      programId,
      category: 'replay',
      tags: ['Écoute', 'live'],
      description: 'Hear **well**',
    });
    const second = await publish({ programId, title: 'Asking: better questions', tags: ['LIVE'] });
    await (await School.open(app)).videoResource();
    expect(await list()).toEqual([second, first]);
    expect(await list(`?programId=${programId}&category=replay`)).toEqual([first]);
    expect(await list('?tag=Live')).toEqual([second, first]);
    expect(await list(`?tag=${encodeURIComponent(' éCOUTE ')}`)).toEqual([first]);
    expect(await list('?tag=liv')).toEqual([]);
    expect(await list('?q=WELL')).toEqual([first]);
    expect(await list('?q=questions%20asking')).toEqual([second]);
    expect(await list('?q=asking%20well')).toEqual([]);
    expect(await list(`?q=${encodeURIComponent(`'; drop & | ! ( <->`)}`)).toEqual([]);
    expect(await list(`?programId=${randomUUID()}`)).toEqual([]);
  });

  it('shows what is published; OWNER and ADMIN may ask for the rest', async () => {
    const published = await school.videoResource();
    const unpublished = await school.videoResource({ status: 'unpublished', unpublished_at: app.now() });
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    expect(await list()).toEqual([published]);
    expect(await list('?status=unpublished')).toEqual([unpublished]);
    expect(await list('?status=published', coach.client)).toEqual([published]);
    expect((await coach.client.get('/video-resources?status=unpublished')).status).toBe(403);
    expect((await (await school.person('MEMBER')).client.get('/video-resources')).status).toBe(403);
  });

  it('goes page by page to the end, and refuses filters that mean nothing', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) made.unshift(await school.videoResource());
    const page = await school.owner.client.get('/video-resources?limit=2');
    const cursor = page.body.data.nextCursor as string;
    expect([...ids(page), ...(await list(`?limit=2&cursor=${cursor}`))]).toEqual(made);
    for (const query of ['tag=', 'q=%20']) {
      const response = await school.owner.client.get(`/video-resources?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
    }
  });
});

describe('changing a video resource', () => {
  const patch = (id: string, body: object) => school.owner.client.patch(pathOf(id), body);

  it('replaces what is sent, erases the description by null, and leaves the rest', async () => {
    const id = await publish({ description: 'Old words', tags: ['old'] });
    const before = (await school.owner.client.get(pathOf(id))).body.data;
    const one = await patch(id, { title: ' New title ', tags: ['New', 'new'], category: 'replay' });
    expect(one.body.data).toMatchObject({
      title: 'New title',
      tags: ['New'],
      category: 'replay',
      description: 'Old words',
    });
    expect(ids(await school.owner.client.get('/video-resources?tag=old'))).toEqual([]);
    expect(ids(await school.owner.client.get('/video-resources?tag=NEW&q=title'))).toEqual([id]);
    expect((await school.trail()).audit.at(-1)?.changes).toEqual({
      title: { from: before.title, to: 'New title' },
      category: { from: before.category, to: 'replay' },
      tags: { from: ['old'], to: ['New'] },
    });
    expect((await patch(id, { description: null })).body.data.description).toBeNull();
    const after = (await school.owner.client.get(pathOf(id))).body.data;
    expect([after.videos, after.publishedAt]).toEqual([before.videos, before.publishedAt]);
    expect((await school.trail()).events.slice(1)).toMatchObject([
      { name: 'video_resource.updated', data: { videoResourceId: id } },
      { name: 'video_resource.updated', data: { videoResourceId: id, fields: ['description'] } },
    ]);
  });

  it("replaces the videos in the new order; a null thumbnail is the first video's image again", async () => {
    const [poster, image] = [await school.media('image'), await school.media('image')];
    const [one, two] = [await school.media(), await school.media('video', { poster_media_id: poster })];
    const id = await publish({ videos: [{ mediaId: one }, { mediaId: two }], thumbnailMediaId: image });
    const swapped = await patch(id, { videos: [{ mediaId: two, title: 'First' }, { mediaId: one }] });
    expect(swapped.body.data.thumbnailMediaId).toBe(image);
    const { videos } = (await school.owner.client.get(pathOf(id))).body.data;
    expect(videos).toMatchObject([
      { mediaId: two, title: 'First', position: 1 },
      { mediaId: one, title: 'A video', position: 2 },
    ]);
    expect((await school.trail()).audit.at(-1)?.changes).toEqual({
      videos: {
        from: [
          { mediaId: one, title: null },
          { mediaId: two, title: null },
        ],
        to: [
          { mediaId: two, title: 'First' },
          { mediaId: one, title: null },
        ],
      },
    });
    expect((await patch(id, { thumbnailMediaId: null })).body.data.thumbnailMediaId).toBe(poster);
    expect((await patch(id, { thumbnailMediaId: image.toUpperCase() })).body.data.thumbnailMediaId).toBe(image);
  });

  it('holds the rules of publication, and changes nothing for an empty body', async () => {
    const id = await school.videoResource();
    const video = await school.media();
    const digest = await school.digest();
    const cases: [object, string][] = [
      [{ videos: [{ mediaId: video }, { mediaId: video }] }, 'videos.1.mediaId'],
      [{ thumbnailMediaId: video }, 'thumbnailMediaId'],
    ];
    for (const [body, field] of cases) {
      const response = await patch(id, body);
      expect([body, response.status, fieldsOf(response)]).toEqual([body, 400, [field]]);
    }
    expect(await school.digest()).toBe(digest);
    expect((await patch(id, { programId: randomUUID() })).status).toBe(200);
    const { audit, events } = await school.trail();
    expect([audit.length, events.length]).toEqual([1, 0]);
  });
});

describe('taking a video resource out of the library and putting it back', () => {
  it('moves between the two states; a second time is a conflict', async () => {
    const id = await school.videoResource();
    const post = (command: string) => school.owner.client.post(pathOf(id, command));
    expect((await post('/publish')).status).toBe(409);
    const out = await post('/unpublish');
    expect([out.status, out.body.data]).toEqual([
      200,
      expect.objectContaining({ status: 'unpublished', unpublishedAt: expect.any(String) }),
    ]);
    expect((await post('/unpublish')).status).toBe(409);
    const back = await post('/publish');
    expect(back.body.data).toMatchObject({ status: 'published', unpublishedAt: null });
    expect((back.body.data.publishedAt as string) > (out.body.data.publishedAt as string)).toBe(true);
    expect((await school.trail()).events.map((event) => event.name)).toEqual([
      'video_resource.unpublished',
      'video_resource.published',
    ]);
  });

  it('is done by one of many who try at once', async () => {
    const id = await school.videoResource();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => school.owner.client.post(pathOf(id, '/unpublish'))),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19);
  });

  it('does not put back what belongs to an archived program', async () => {
    const programId = await school.program('archived');
    const id = await school.videoResource({ program_id: programId, status: 'unpublished', unpublished_at: app.now() });
    expect((await school.owner.client.post(pathOf(id, '/publish'))).status).toBe(400);
  });
});
