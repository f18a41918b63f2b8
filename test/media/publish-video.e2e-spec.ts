import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor } from '../support/held-rows.js';
import { type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

describe('publishing a video resource', () => {
  const { school } = useSchool();
  let programId: string;
  let mediaId: string;
  let valid: Record<string, unknown>;

  beforeEach(async () => {
    programId = await school.program();
    mediaId = await school.media();
    valid = { programId, kind: 'replay_other', category: 'replay', title: 'Giving feedback', videos: [{ mediaId }] };
  });

  const publish = (body: object, client = school.owner.client) => client.post('/video-resources', body);

  /** Expects each body to be refused for one field, and nothing to be written. */
  async function expectRefusals(cases: [field: string, body: object][]): Promise<void> {
    const digest = await school.digest();
    for (const [field, body] of cases) {
      const response = await publish(body);
      const fields = (response.body.details as { field: string }[]).map((detail) => detail.field);
      expect([body, response.status, response.body.code, fields]).toEqual([body, 400, 'invalid_request', [field]]);
    }
    expect(await school.digest()).toBe(digest);
  }

  it('gives the resource with exactly its fields: no names, no counts, no videos', async () => {
    const response = await publish({ ...valid, description: '# Why', tags: ['feedback'] });
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        programId,
        kind: 'replay_other',
        category: 'replay',
        title: 'Giving feedback',
        description: '# Why',
        tags: ['feedback'],
        status: 'published',
        thumbnailMediaId: null,
        createdBy: school.owner.accountId,
        publishedAt: expect.any(String),
        unpublishedAt: null,
        createdAt: response.body.data.publishedAt,
        updatedAt: response.body.data.publishedAt,
      },
    ]);
    const { audit, events } = await school.trail();
    const videoResourceId = response.body.data.id as string;
    expect(audit).toMatchObject([{ action: 'video_resource.created', target_id: videoResourceId }]);
    expect(events).toMatchObject([{ name: 'video_resource.created', data: { videoResourceId, programId } }]);
  });

  it('takes a draft program, and refuses an archived one with 400', async () => {
    expect((await publish({ ...valid, programId: await school.program('draft') })).status).toBe(201);
    await expectRefusals([['programId', { ...valid, programId: await school.program('archived') }]]);
  });

  it('waits for an archival of the program under way, and then refuses it', async () => {
    const archival = {
      sql: `update programs set status = 'archived' where organization_id = $1 and id = $2`,
      values: [programId],
    };
    expect((await afterWaitingFor(school, archival, () => publish(valid))).status).toBe(400);
  });

  it('publishes no video answer, and takes the two categories', async () => {
    for (const category of ['replay', 'video']) expect((await publish({ ...valid, category })).status).toBe(201);
    await expectRefusals([['kind', { ...valid, kind: 'video_answer' }]]);
  });

  it('keeps each tag once regardless of case, in the first spelling; ten at most, of 1 to 40 characters', async () => {
    const response = await publish({
      ...valid,
      tags: ['Feedback', 'ÉCOUTE', ' feedback ', 'écoute', 'FEEDBACK', 'live'],
    });
    expect(response.body.data.tags).toEqual(['Feedback', 'ÉCOUTE', 'live']);
    // Lower case alone does not make these the same.
    const folded = await publish({
      ...valid,
      tags: ['Straße', 'STRASSE', 'STRAẞE', 'ΣΑΣ', 'σας', 'σασ', '\u00b5', '\u039c'],
    });
    expect(folded.body.data.tags).toEqual(['Straße', 'ΣΑΣ', '\u00b5']);
    const dotless = await publish({ ...valid, tags: ['sınır', 'sinir', 'SINIR'] });
    expect(dotless.body.data.tags).toEqual(['sınır', 'sinir']);
    expect((await publish(valid)).body.data.tags).toEqual([]);
    const ten = Array.from({ length: 10 }, (_, n) => String(n).repeat(40));
    expect((await publish({ ...valid, tags: ten })).body.data.tags).toEqual(ten);
    expect((await publish({ ...valid, tags: ['🎬'.repeat(40)] })).status).toBe(201);
    await expectRefusals([['tags', { ...valid, tags: [...ten, 'x'] }]]);
  });

  it('takes 1 to 20 distinct videos, each with a title of its own or none', async () => {
    const twenty: string[] = [];
    for (let n = 0; n < 20; n += 1) twenty.push(await school.media());
    const videos = twenty.map((id, n) => ({ mediaId: id.toUpperCase(), title: [undefined, null, ' Part '][n % 3] }));
    const response = await publish({ ...valid, videos });
    expect(response.status).toBe(201);
    const detail = await school.owner.client.get(`/video-resources/${response.body.data.id as string}`);
    const shown = detail.body.data.videos as { mediaId: string; title: string; position: number }[];
    expect(shown.map((video) => video.mediaId)).toEqual(twenty);
    expect(shown.slice(0, 3).map((video) => video.title)).toEqual(['A video', 'A video', 'Part']);
    const one = { mediaId };
    await expectRefusals([
      ['videos', { ...valid, videos: [...videos, one] }],
      ['videos.1.mediaId', { ...valid, videos: [one, { mediaId: mediaId.toUpperCase(), title: 'Again' }] }],
    ]);
    expect((await publish({ ...valid, videos: [{ mediaId, title: '🎬'.repeat(200) }] })).status).toBe(201);
  });

  it('refuses media that are no videos, and thumbnails that are no images', async () => {
    const image = await school.media('image');
    const one = { mediaId };
    await expectRefusals([
      ['videos.0.mediaId', { ...valid, videos: [{ mediaId: image }, one] }],
      ['videos.0.mediaId', { ...valid, videos: [{ mediaId: await school.media('file') }] }],
      ['thumbnailMediaId', { ...valid, thumbnailMediaId: mediaId }],
    ]);
  });

  it("shows the thumbnail given, else the first video's image, else none", async () => {
    const [poster, image] = [await school.media('image'), await school.media('image')];
    const withPoster = await school.media('video', { poster_media_id: poster });
    const first = [{ mediaId: withPoster }, { mediaId }];
    const thumbnail = async (body: object) =>
      (await publish({ ...valid, ...body })).body.data.thumbnailMediaId as unknown;
    expect(await thumbnail({ videos: first, thumbnailMediaId: image })).toBe(image);
    expect(await thumbnail({ videos: first })).toBe(poster);
    expect(await thumbnail({ videos: first, thumbnailMediaId: null })).toBe(poster);
    expect(await thumbnail({ videos: [...first].reverse() })).toBeNull();
  });

  it("replays under the account's own key only, also what was unpublished since", async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const otherKey = await school.key(coach.memberId, coach.accountId);
    const options = { idempotencyKey: 'video-1' };
    const post = ({ client }: Pick<Person, 'client'>) => client.post('/video-resources', valid, options);
    const [owners, coachs] = [await post(school.owner), await post(coach)];
    expect([owners.status, coachs.status]).toEqual([201, 201]);
    await school.owner.client.post(`/video-resources/${(coachs.body.data as { id: string }).id}/unpublish`);
    for (const [person, first] of [
      [school.owner, owners],
      [coach, coachs],
      [otherKey, coachs],
    ] as const) {
      const again = await post(person);
      expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    }
  });

  it('replays the original resource when its program was archived since', async () => {
    const idempotencyKey = randomUUID();
    const first = await school.owner.client.post('/video-resources', valid, { idempotencyKey });
    await school.rows(`update programs set status = 'archived' where organization_id = $1 and id = $2`, programId);
    const digest = await school.digest();
    const replay = await school.owner.client.post('/video-resources', valid, { idempotencyKey });
    expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, first.body.data]);
    expect(await school.digest()).toBe(digest);
    expect((await publish(valid)).status).toBe(400);
  });
});
