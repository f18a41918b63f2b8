import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import type { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const HOUR = 3_600_000;

describe('the work queue', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;
  let coach: Person;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
    coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
  });
  afterEach(() => app.moveClock(0));

  const inHours = (hours: number): Date => new Date(app.now().getTime() + hours * HOUR);
  const own = (hours: number, row: Record<string, unknown> = {}) =>
    school.intervention(enrollmentId, { owner_account_id: coach.accountId, due_at: inHours(hours), ...row });

  async function queue(query = '', client: Client = coach.client): Promise<{ ids: string[]; next: string | null }> {
    const response = await client.get(`/work-queue?${query}`);
    expect(response.status).toBe(200);
    const items = response.body.data.items as { id: string }[];
    return { ids: items.map((item) => item.id), next: response.body.data.nextCursor as string | null };
  }

  it('shows the caller’s open interventions whose deadline has passed, the longest overdue first', async () => {
    const recent = await own(-1);
    const old = await own(-50);
    const middle = await own(-10);
    await own(1);
    await own(-5, { status: 'completed' });
    await own(-5, { status: 'cancelled' });
    await school.intervention(enrollmentId, { due_at: inHours(-5) });
    expect(await queue()).toEqual({ ids: [old, middle, recent], next: null });
  });

  it('shows each as its own resource with whether it is overdue', async () => {
    const id = await own(-1);
    const read = (await coach.client.get(`/interventions/${id}`)).body.data;
    const response = await coach.client.get('/work-queue');
    expect(response.body.data.items).toEqual([{ ...read, overdue: true }]);
    expect(read).not.toHaveProperty('overdue');
    expect(read.ownerName).toBe(coach.name);
  });

  it('adds those still ahead on request, in the order of their deadlines', async () => {
    const ahead = await own(2);
    const late = await own(-2);
    const soon = await own(1);
    const response = await coach.client.get('/work-queue?include=upcoming');
    const items = response.body.data.items as { id: string; overdue: boolean }[];
    expect(items.map(({ id, overdue }) => [id, overdue])).toEqual([
      [late, true],
      [soon, false],
      [ahead, false],
    ]);
  });

  it('takes an intervention in at the instant of its deadline, and lets it go when closed', async () => {
    const planned = await coach.client.post(`/enrollments/${enrollmentId}/interventions`, {
      reason: 'late',
      title: 'Call',
      channel: 'call',
      ownerUserId: coach.accountId,
      dueAt: '2030-06-01T12:00:00.000Z',
      expectedOutcome: 'A date',
    });
    const id = planned.body.data.id as string;
    const stopAt = (instant: string) => {
      app.nest.get(Clock, { strict: false }).now = () => new Date(instant);
    };
    stopAt('2030-06-01T11:59:59.999Z');
    expect((await queue()).ids).toEqual([]);
    stopAt('2030-06-01T12:00:00.000Z');
    expect((await queue()).ids).toEqual([id]);
    const closed = await coach.client.post(`/interventions/${id}/close`, {
      status: 'cancelled',
      outcome: 'Not needed',
    });
    expect(closed.status).toBe(200);
    expect((await queue()).ids).toEqual([]);
    expect((await queue('include=upcoming')).ids).toEqual([]);
  });

  it('is paged by deadline and id: nothing is left out or repeated where deadlines are equal', async () => {
    const equal = inHours(-3);
    const ids: string[] = [await own(-9)];
    for (let n = 0; n < 5; n += 1) ids.push(await own(0, { due_at: equal }));
    ids.push(await own(-1), await own(1), await own(1.5));
    for (const [include, expected] of [
      ['', ids.slice(0, 7)],
      ['include=upcoming&', ids],
    ] as const) {
      const seen: string[] = [];
      let cursor = '';
      for (let page = 0; page < 10; page += 1) {
        const { ids: shown, next } = await queue(`${include}limit=2${cursor}`);
        expect(shown.length).toBeLessThanOrEqual(2);
        seen.push(...shown);
        if (next === null) break;
        cursor = `&cursor=${next}`;
      }
      expect(seen).toEqual(expected);
    }
  });

  it('hides what its owner no longer reaches, and shows it again with a new assignment', async () => {
    const elsewhere = await school.enrollment();
    await school.assign(coach.memberId, { role: 'coach', enrollmentId: elsewhere });
    const kept = await own(-1, { enrollment_id: elsewhere });
    const lost = await own(-2);
    expect((await queue()).ids).toEqual([lost, kept]);
    await school.rows(
      'update responsibilities set ended_at = $2 where organization_id = $1 and enrollment_id = $3',
      app.now(),
      enrollmentId,
    );
    expect((await queue()).ids).toEqual([kept]);
    expect((await coach.client.get(`/interventions/${lost}`)).status).toBe(404);
    await school.assign(coach.memberId, { role: 'program_director' });
    expect((await queue()).ids).toEqual([lost, kept]);
  });

  it('is each caller’s own, also for an OWNER and across organizations', async () => {
    const mine = await own(-1);
    const owners = await school.intervention(enrollmentId, { due_at: inHours(-1) });
    expect((await queue('', school.owner.client)).ids).toEqual([owners]);
    const other = await School.open(app);
    const memberId = await other.insert('members', {
      account_id: coach.accountId,
      name: 'The same account',
      role: 'ADMIN',
      status: 'active',
      created_at: app.now(),
    });
    const { client } = await other.key(memberId, coach.accountId);
    const theirs = await other.intervention(await other.enrollment(), {
      owner_account_id: coach.accountId,
      due_at: inHours(-1),
    });
    expect((await queue('', client)).ids).toEqual([theirs]);
    expect((await queue()).ids).toEqual([mine]);
  });

  it('takes the same number of statements however long it is', async () => {
    await own(-1);
    const one = await countStatements(() => queue('limit=100'));
    for (let n = 0; n < 20; n += 1) await own(-1, { planned_by: (await school.person()).accountId });
    expect(await countStatements(() => queue('limit=100'))).toBeLessThanOrEqual(one);
  });
});
