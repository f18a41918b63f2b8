import { describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

describe('media', () => {
  const { app, school } = useSchool();

  const valid = {
    kind: 'video',
    title: 'Giving feedback',
    mimeType: 'video/mp4',
    url: 'https://media.example.com/a.mp4',
  };
  const create = (body: object, client = school.owner.client) => client.post('/media', body);

  it('is made known with its poster, and read back', async () => {
    const posterMediaId = await school.media('image');
    const response = await create({ ...valid, mimeType: 'VIDEO/MP4', title: ' Giving feedback ', posterMediaId });
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        ...valid,
        ...{ stored: false, byteSize: null, sha256: null },
        posterMediaId,
        createdBy: school.owner.accountId,
        createdAt: expect.any(String),
      },
    ]);
    const read = await school.owner.client.get(`/media/${response.body.data.id as string}`);
    expect(read.body.data).toEqual(response.body.data);
    expect((await school.trail()).events).toMatchObject([{ name: 'media.created', data: { kind: 'video' } }]);
  });

  it("replays under the account's own key only: a colleague's guessable key swallows nothing", async () => {
    const colleague = await school.person('ADMIN');
    const options = { idempotencyKey: 'media-1' };
    const post = ({ client }: typeof colleague, title: string) => client.post('/media', { ...valid, title }, options);
    const answers = [
      await post(school.owner, 'Mine'),
      await post(colleague, 'Theirs'),
      await post(school.owner, 'Mine'),
      await post(colleague, 'Theirs'),
    ].map(({ status, body }) => [status, body.replayed as boolean, body.data.title as string]);
    expect(answers).toEqual([
      [201, false, 'Mine'],
      [201, false, 'Theirs'],
      [200, true, 'Mine'],
      [200, true, 'Theirs'],
    ]);
  });

  it('takes an address with an at sign behind the host', async () => {
    for (const url of ['https://example.com/@me', 'https://example.com/a?to=a@b.example', 'https://example.com#@']) {
      expect([url, (await create({ ...valid, url })).status]).toEqual([url, 201]);
    }
  });

  it('takes images, and files of any type', async () => {
    const image = await create({ ...valid, kind: 'image', mimeType: 'image/svg+xml', url: 'http://example.com/é.svg' });
    expect([image.status, image.body.data.posterMediaId]).toEqual([201, null]);
    for (const mimeType of ['application/pdf', 'video/mp4']) {
      expect((await create({ ...valid, kind: 'file', mimeType, posterMediaId: null })).status).toBe(201);
    }
  });

  it('refuses types that do not fit the kind, addresses that are none, and posters that are no image', async () => {
    const image = await school.media('image');
    const cases: [object, string][] = [
      [{ mimeType: 'image/png' }, 'mimeType'],
      [{ kind: 'image' }, 'mimeType'],
      ...[
        'https://example.com@evil.example/a.mp4',
        'https://user:pass@example.com/a',
        'https://@example.com/a',
        'https://example.com/\u202Egpj.exe',
        'https://example.com/\u2067a',
        'https://example.com/\u200Fa',
      ].map((url): [object, string] => [{ url }, 'url']),
      [{ posterMediaId: await school.media('video') }, 'posterMediaId'],
      [{ kind: 'image', mimeType: 'image/png', posterMediaId: image }, 'posterMediaId'],
      [{ kind: 'file', posterMediaId: image }, 'posterMediaId'],
    ];
    const digest = await school.digest();
    for (const [change, field] of cases) {
      const response = await create({ ...valid, ...change });
      const fields = (response.body.details as { field: string }[]).map((detail) => detail.field);
      expect([change, response.status, fields]).toEqual([change, 400, [field]]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('is listed by kind, newest first, page by page', async () => {
    const made: string[] = [];
    for (const kind of ['video', 'image', 'video', 'file', 'video'] as const) made.unshift(await school.media(kind));
    await (await School.open(app)).media();
    interface MediaPage {
      items: { id: string }[];
      nextCursor: string | null;
    }
    const list = async (query: string) => (await school.owner.client.get(`/media${query}`)).body.data as MediaPage;
    const ids = (page: MediaPage) => page.items.map((item) => item.id);
    expect(ids(await list(''))).toEqual(made);
    const first = await list('?kind=video&limit=2');
    expect(ids(first)).toEqual([made[0], made[2]]);
    const next = await list(`?kind=video&limit=2&cursor=${first.nextCursor ?? ''}`);
    expect([ids(next), next.nextCursor]).toEqual([[made[4]], null]);
  });
});
