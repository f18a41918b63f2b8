import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { BulkResult } from '#kernel/operations';
import type { Client } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const enrollAll = (cohortId: string, memberIds: string[], body: object = {}): Promise<Response> =>
  school.owner.client.post(`/cohorts/${cohortId}/bulk-enrollments`, {
    status: 'active',
    items: memberIds.map((memberId) => ({ memberId })),
    ...body,
  });

const moveAll = (
  client: Client,
  cohortId: string,
  ids: string[],
  body: object,
  idempotencyKey: string = randomUUID(),
) =>
  client.post(
    `/cohorts/${cohortId}/bulk-enrollment-moves`,
    { items: ids.map((enrollmentId) => ({ enrollmentId })), onRefusal: 'skip', ...body },
    { idempotencyKey },
  );

const resultsOf = (response: Response): (string | null)[] =>
  (response.body.data as BulkResult).results.map(({ code }) => code);

async function members(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await school.person()).memberId);
  return ids;
}

async function seats(cohortId: string): Promise<number> {
  const { rows } = await school.rows(
    'select 1 from enrollments where organization_id = $1 and cohort_id = $2',
    cohortId,
  );
  return rows.length;
}

describe('enrolling many', () => {
  it('gives the last seats to the first items', async () => {
    const cohortId = await school.cohort({ capacity: 2 });
    const response = await enrollAll(cohortId, await members(4), { onRefusal: 'skip' });
    expect(resultsOf(response)).toEqual([null, null, 'cohort_full', 'cohort_full']);
    expect(await seats(cohortId)).toBe(2);
  });

  it('records each enrollment ahead of the tasks that it gives', async () => {
    const cohortId = await school.cohort();
    await school.cohortTask({ cohort_id: cohortId, status: 'published', new_enrollments: true });
    const response = await enrollAll(cohortId, await members(2));
    const ids = (response.body.data as BulkResult).results.map(({ id }) => id);
    const { events } = await school.trail();
    const placeOf = (name: string, enrollmentId: string | null) =>
      events.findIndex(
        (event) => event.name === name && (event.data as { enrollmentId: string }).enrollmentId === enrollmentId,
      );
    for (const id of ids) {
      expect(placeOf('enrollment.created', id)).toBeGreaterThanOrEqual(0);
      expect(placeOf('member_task.created', id)).toBeGreaterThan(placeOf('enrollment.created', id));
      expect(placeOf('member_task.published', id)).toBeGreaterThan(placeOf('member_task.created', id));
    }
  });

  it('is one seat for a person with two memberships', async () => {
    const cohortId = await school.cohort();
    const [former] = await members(1);
    await school.rows(`update members set status = 'detached' where organization_id = $1 and id = $2`, former);
    const { rows } = await school.rows<{ account_id: string }>(
      'select account_id from members where organization_id = $1 and id = $2',
      former,
    );
    const current = await school.insert('members', {
      account_id: rows[0].account_id,
      name: 'Added again',
      role: 'MEMBER',
      status: 'active',
      created_at: new Date(),
    });
    const response = await enrollAll(cohortId, [current, former], { onRefusal: 'skip' });
    expect(resultsOf(response)).toEqual([null, 'seat_taken']);
    const [first, second] = (response.body.data as BulkResult).results;
    expect((await school.owner.client.get(`/enrollments/${first.id}`)).body.data.memberId).toBe(current);
    expect(second.id).toBe(first.id);
    const again = await enrollAll(cohortId, [former, current], { onRefusal: 'skip' });
    expect((again.body.data as BulkResult).results.map(({ id, code }) => [id, code])).toEqual([
      [null, 'member_not_active'],
      [first.id, 'seat_taken'],
    ]);
  });

  it('refuses a closed cohort as a whole, also when items may be skipped', async () => {
    const cohortId = await school.cohort({ status: 'completed' });
    expect((await enrollAll(cohortId, await members(1), { onRefusal: 'skip' })).status).toBe(409);
  });

  it('never exceeds the capacity, whoever enrolls at the same time', async () => {
    const cohortId = await school.cohort({ capacity: 20 });
    const wanting = await members(50);
    const requests = Array.from({ length: 10 }, (_, index) => {
      const ids = wanting.slice(index * 5, index * 5 + 5);
      if (index % 2 === 0) return [enrollAll(cohortId, ids, { onRefusal: 'skip' })];
      return ids.map((memberId) =>
        school.owner.client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' }),
      );
    });
    const statuses = (await Promise.all(requests.flat())).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(await seats(cohortId)).toBe(20);
  });
});

describe('moving many', () => {
  it('wants a result to close and a reason to pause, and takes neither elsewhere', async () => {
    const cohortId = await school.cohort();
    const id = await school.enrollment({ cohort_id: cohortId });
    const wrong: [object, string][] = [
      [{ move: 'close' }, 'result'],
      [{ move: 'pause' }, 'reason'],
      [{ move: 'activate', result: 'completed' }, 'result'],
      [{ move: 'resume', reason: 'Back again' }, 'reason'],
      [{ move: 'transfer' }, 'move'],
    ];
    for (const [body, field] of wrong) {
      const response = await moveAll(school.owner.client, cohortId, [id], body);
      expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field })]]);
    }
    const paused = await moveAll(school.owner.client, cohortId, [id], { move: 'pause', reason: 'Parental leave' });
    expect(resultsOf(paused)).toEqual([null]);
    const { data } = (await school.owner.client.get(`/enrollments/${id}`)).body;
    expect(data).toMatchObject({ status: 'paused', statusReason: 'Parental leave' });
  });

  it('finds no enrollment of another cohort', async () => {
    const cohortId = await school.cohort();
    const foreign = await school.enrollment();
    expect(resultsOf(await moveAll(school.owner.client, cohortId, [foreign], { move: 'pause', reason: 'x' }))).toEqual([
      'not_found',
    ]);
  });

  it('does not wait for enrollments that the caller does not reach, or that are in another cohort', async () => {
    const cohortId = await school.cohort();
    const mine = await school.enrollment({ cohort_id: cohortId });
    const others = [await school.enrollment({ cohort_id: cohortId }), await school.enrollment()];
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: mine });
    await school.assign(coach.memberId, { role: 'coach', enrollmentId: others[1] });
    const sql = 'select 1 from enrollments where organization_id = $1 and id = any($2) for update';
    await whileHeld(school, { sql, values: [others] }, async () => {
      const pause = { move: 'pause', reason: 'Holidays' };
      const response = await moveAll(coach.client, cohortId, [...others, mine], pause);
      expect([response.status, resultsOf(response)]).toEqual([200, ['not_found', 'not_found', null]]);
    });
  });

  it('moves each enrollment once when two requests overlap', async () => {
    const cohortId = await school.cohort();
    const ids: string[] = [];
    while (ids.length < 12) ids.push(await school.enrollment({ cohort_id: cohortId }));
    const close = { move: 'close', result: 'completed' };
    const responses = await Promise.all([
      moveAll(school.owner.client, cohortId, ids, close),
      moveAll(school.owner.client, cohortId, [...ids].reverse(), close),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const done = responses.map(({ body }) => (body.data as BulkResult).done);
    expect(done[0] + done[1]).toBe(12);
    const { events } = await school.trail();
    expect(events.filter(({ name }) => name === 'enrollment.closed')).toHaveLength(12);
  });
});
