import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const times = { startsAt: '2030-01-15T09:30:00.000Z', endsAt: '2030-01-15T10:30:00.000Z' };
const valid = { title: 'Weekly live', ...times, timezone: 'Europe/Paris' };
const fieldsOf = ({ body }: Response) => (body.details as { field: string }[]).map((detail) => detail.field);
const ids = ({ body }: Response) => (body.data.items as { id: string }[]).map((item) => item.id);

describe('scheduling a live session', () => {
  it('gives the whole session, for its cohorts in the order given', async () => {
    const cohortIds = [await school.cohort(), await school.cohort(), await school.cohort()].reverse();
    const response = await school.owner.client.post('/live-sessions', {
      ...valid,
      title: '  Weekly live ',
      cohortIds: cohortIds.map((id) => id.toUpperCase()),
    });
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        ...valid,
        joinUrl: null,
        status: 'scheduled',
        cohortIds,
        createdBy: school.owner.accountId,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        attendance: [],
      },
    ]);
    const read = await school.owner.client.get(`/live-sessions/${response.body.data.id as string}`);
    expect(read.body.data).toEqual(response.body.data);
    expect((await school.trail()).events).toMatchObject([{ name: 'live_session.created', data: { cohortIds } }]);
  });

  it('takes a past start and an end at the start', async () => {
    const at = '2020-01-01T00:00:00Z';
    const body = { ...valid, startsAt: at, endsAt: at, cohortIds: [await school.cohort()] };
    expect((await school.owner.client.post('/live-sessions', body)).status).toBe(201);
  });

  it('refuses what breaks a field rule, and cohorts that it does not have', async () => {
    const cohortId = await school.cohort();
    const digest = await school.digest();
    const cases: [object, string][] = [
      [{ endsAt: '2030-01-15T09:29:59Z' }, 'endsAt'],
      [{ cohortIds: [cohortId, cohortId.toUpperCase()] }, 'cohortIds'],
    ];
    for (const [change, field] of cases) {
      const response = await school.owner.client.post('/live-sessions', { ...valid, cohortIds: [cohortId], ...change });
      expect([change, response.status, fieldsOf(response)]).toEqual([change, 400, [field]]);
    }
    expect(await school.digest()).toBe(digest);
  });
});

describe('cancelling a live session', () => {
  it('happens once; a second time is a conflict, also when many do it at once', async () => {
    const id = await school.liveSession([await school.cohort()]);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => school.owner.client.post(`/live-sessions/${id}/cancel`)),
    );
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19);
    expect(responses.find((response) => response.status === 200)?.body.data).toMatchObject({ id, status: 'cancelled' });
    expect((await school.owner.client.get(`/live-sessions/${id}`)).body.data.status).toBe('cancelled');
    expect((await school.trail()).events).toMatchObject([{ name: 'live_session.cancelled' }]);
  });

  it('takes it out of the cockpit', async () => {
    const cohortId = await school.cohort();
    const at = new Date(Date.now() + 86_400_000);
    const id = await school.liveSession([cohortId], { starts_at: at, ends_at: at });
    const upcoming = async () =>
      ((await school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).body.data.upcomingLives as unknown[]).length;
    expect(await upcoming()).toBe(1);
    await school.owner.client.post(`/live-sessions/${id}/cancel`);
    expect(await upcoming()).toBe(0);
  });
});

describe('listing live sessions', () => {
  it('goes by their start, and narrows by cohort and window, both ends included', async () => {
    const cohortId = await school.cohort();
    const on = (day: number, cohorts: string[]) =>
      school.liveSession(cohorts, { starts_at: `2030-01-0${day}T10:00:00Z`, ends_at: `2030-01-0${day}T11:00:00Z` });
    const third = await on(3, [await school.cohort()]);
    const first = await on(1, [cohortId, await school.cohort()]);
    const second = await on(2, [cohortId]);
    await (await School.open(app)).liveSession([]);
    const list = async (query = '') => ids(await school.owner.client.get(`/live-sessions${query}`));
    expect(await list()).toEqual([first, second, third]);
    expect(await list(`?cohortId=${cohortId}`)).toEqual([first, second]);
    expect(await list('?from=2030-01-02T10:00:00Z')).toEqual([second, third]);
    expect(await list('?to=2030-01-02T10:00:00Z')).toEqual([first, second]);
    expect(await list(`?cohortId=${cohortId}&from=2030-01-01T10:00:00.001Z&to=2030-02-01T00:00:00Z`)).toEqual([second]);
  });

  it('goes page by page to the end, also through sessions that start together', async () => {
    const cohortId = await school.cohort();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const at = n < 4 ? '2030-01-02T10:00:00Z' : '2030-01-01T10:00:00Z';
      made.push(await school.liveSession([cohortId], { starts_at: at, ends_at: at }));
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await school.owner.client.get(`/live-sessions?limit=2&cohortId=${cohortId}${cursor}`);
      seen.push(...ids(page));
      const next = page.body.data.nextCursor as string | null;
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(seen).toEqual([made[4], ...made.slice(0, 4)]);
  });
});
