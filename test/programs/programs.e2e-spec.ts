import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const create = async (body: object = {}) =>
  (await school.owner.client.post('/programs', { name: 'Leadership', ...body })).body.data as { id: string };

const history = async (programId: string) =>
  (
    await school.rows(
      `select position, from_status, to_status, reason, changed_by from program_status_changes
       where organization_id = $1 and program_id = $2 order by position`,
      programId,
    )
  ).rows;

const restore = (id: string) => school.owner.client.post(`/programs/${id}/restore`, {});

describe('creating a program', () => {
  it('gives a draft with the first entry of its history', async () => {
    const response = await school.owner.client.post('/programs', { name: '  Leadership  ', description: 'Practice' });
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Leadership',
        description: 'Practice',
        status: 'draft',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const { id } = response.body.data as { id: string };
    expect((await school.owner.client.get(`/programs/${id}`)).body.data).toEqual(response.body.data);
    expect(await history(id)).toEqual([
      { position: 1, from_status: null, to_status: 'draft', reason: null, changed_by: school.owner.accountId },
    ]);
    expect((await school.trail()).events).toMatchObject([
      { name: 'program.created', data: { programId: id, name: 'Leadership', status: 'draft' } },
    ]);
  });

  it('takes an archived record from elsewhere without a history, so that it can not be restored', async () => {
    const { id } = await create({ status: 'archived' });
    expect(await history(id)).toEqual([]);
    const digest = await school.digest();
    expect((await restore(id)).status).toBe(400);
    expect((await school.owner.client.post(`/programs/${id}/publish`)).status).toBe(409);
    expect((await school.owner.client.post(`/programs/${id}/archive`)).status).toBe(409);
    expect(await school.digest()).toBe(digest);
  });
});

describe('changing a program', () => {
  it('leaves alone what is left out, erases a description sent as null, and never moves the status', async () => {
    const { id } = await create({ description: 'Practice' });
    const patch = (body: object) => school.owner.client.patch(`/programs/${id}`, body);
    expect((await patch({ name: 'Coaching', status: 'active' })).body.data).toMatchObject({
      name: 'Coaching',
      description: 'Practice',
      status: 'draft',
    });
    expect((await patch({ description: null })).body.data).toMatchObject({ name: 'Coaching', description: null });
    expect((await patch({ name: null })).status).toBe(400);
    const { audit, events } = await school.trail();
    expect(events.slice(1)).toMatchObject([
      { name: 'program.updated', data: { fields: ['name'] } },
      { name: 'program.updated', data: { fields: ['description'] } },
    ]);
    expect(audit.slice(1).map((entry) => entry.changes)).toEqual([
      { name: { from: 'Leadership', to: 'Coaching' } },
      { description: { from: 'Practice', to: null } },
    ]);
  });
});

describe('the life of a program', () => {
  it('goes from draft to active to archived, each move with its entry in the history', async () => {
    const { id } = await create();
    const published = await school.owner.client.post(`/programs/${id}/publish`);
    expect([published.status, published.body.data.status]).toEqual([200, 'active']);
    const archived = await school.owner.client.post(`/programs/${id}/archive`, { reason: 'Replaced' });
    expect([archived.status, archived.body.data.status]).toEqual([200, 'archived']);
    expect(await history(id)).toMatchObject([
      { position: 1, from_status: null, to_status: 'draft' },
      { position: 2, from_status: 'draft', to_status: 'active' },
      { position: 3, from_status: 'active', to_status: 'archived', reason: 'Replaced' },
    ]);
    const { audit, events } = await school.trail();
    expect(events.slice(1)).toMatchObject([
      { name: 'program.published', data: { programId: id } },
      { name: 'program.archived', data: { programId: id, previousStatus: 'active' } },
    ]);
    expect(audit.slice(1).map((entry) => entry.changes)).toEqual([
      { status: { from: 'draft', to: 'active' } },
      { status: { from: 'active', to: 'archived' }, reason: { from: null, to: 'Replaced' } },
    ]);
  });

  it.each(['draft', 'active'])('brings back a program that was archived as %s, over the API alone', async (status) => {
    const { id } = await create();
    if (status === 'active') await school.owner.client.post(`/programs/${id}/publish`);
    await school.owner.client.post(`/programs/${id}/archive`);
    const restored = await restore(id);
    expect([restored.status, restored.body.data.status]).toEqual([200, status]);
    await school.owner.client.post(`/programs/${id}/archive`, {});
    expect((await restore(id)).body.data.status).toBe(status);
    const positions = (await history(id)).map((entry) => (entry as { position: number }).position);
    expect(positions).toEqual(positions.map((_, index) => index + 1));
  });

  it('refuses every other move with 409, and changes nothing', async () => {
    const [active, archived] = [await school.program('active'), await school.program('archived')];
    const digest = await school.digest();
    for (const path of [`${active}/publish`, `${archived}/publish`, `${archived}/archive`]) {
      const response = await school.owner.client.post(`/programs/${path}`);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('lets one of fifty archivals through, and counts the history without a gap', async () => {
    const { id } = await create();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => school.owner.client.post(`/programs/${id}/archive`, { reason: 'Over' })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
    expect(await history(id)).toMatchObject([{ position: 1 }, { position: 2, to_status: 'archived' }]);
  });
});

describe('listing programs', () => {
  const list = async (query: string) => {
    const { data } = (await school.owner.client.get(`/programs${query}`)).body as {
      data: { items: { id: string }[]; nextCursor: string | null };
    };
    return { ids: data.items.map(({ id }) => id), nextCursor: data.nextCursor };
  };

  it('pages newest first, by status', async () => {
    const drafts = [await school.program('draft'), await school.program('draft'), await school.program('draft')];
    const active = await school.program('active');
    expect((await list('')).ids).toEqual([active, ...[...drafts].reverse()]);
    const first = await list('?status=draft&limit=2');
    expect(first.ids).toEqual([drafts[2], drafts[1]]);
    expect(await list(`?status=draft&cursor=${first.nextCursor}`)).toEqual({ ids: [drafts[0]], nextCursor: null });
  });
});
