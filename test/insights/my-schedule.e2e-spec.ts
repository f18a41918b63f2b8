import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ScheduleItem } from '#insights/my-schedule/my-schedule.dto.js';
import { Dice } from '../support/dice.js';
import { School, type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const PERIOD = 'from=2030-03-01T00:00:00Z&to=2030-04-01T00:00:00Z';
const AT = '2030-03-10T10:00:00.000Z';
const JOIN_URL = 'https://meet.example.com/weekly-live';

const { app, school } = useSchool();
let person: Person;
let cohortId: string;
let enrollmentId: string;

beforeEach(async () => {
  person = await school.person();
  cohortId = await school.cohort({ timezone: 'Europe/Paris' });
  enrollmentId = await school.enrollment({ member_id: person.memberId, cohort_id: cohortId });
});

async function page(query = PERIOD, { client } = person) {
  const { status, body } = await client.get(`/me/schedule?${query}`);
  expect(status).toBe(200);
  return body.data as { items: ScheduleItem[]; nextCursor: string | null };
}
const list = async (query?: string, by?: Person) => (await page(query, by)).items;
const idsOf = async (query?: string, by?: Person) => (await list(query, by)).map(({ id }) => id);
const live = (row: object = {}, cohorts = [cohortId]) =>
  school.liveSession(cohorts, { starts_at: AT, ends_at: AT, ...row });
const task = (row: object = {}) => school.task({ enrollment_id: enrollmentId, due_at: AT, ...row });
const session = (row: object = {}) => school.coachingSession(enrollmentId, { scheduled_at: AT, ...row });
const refusalOf = async (query: string) => {
  const { status, body } = await person.client.get(`/me/schedule?${query}`);
  return [status, (body as { details: { field: string }[] }).details.map(({ field }) => field)];
};

describe('the schedule of a person', () => {
  it('has live sessions, coaching sessions and deadlines, soonest first, in the zone of the cohort', async () => {
    const summary = 'Between us';
    const deadline = await task({ due_at: '2030-03-12T22:59:00Z' });
    const ends_at = '2030-03-11T10:30:00.000Z';
    const join = { starts_at: '2030-03-11T10:00:00Z', ends_at, join_url: JOIN_URL, timezone: 'Asia/Tokyo' };
    const liveId = await live(join);
    await school.attendance(liveId, enrollmentId, 'excused');
    await school.attendance(liveId, await school.enrollment({ cohort_id: cohortId }), 'absent');
    const held = await session({ status: 'held', held_at: '2030-03-10T08:00:00Z', scheduled_at: null, summary });
    const planned = await session({ title: 'First steps', scheduled_at: '2030-03-10T09:00:00Z' });
    const plain = { enrollmentId, timezone: 'Europe/Paris', endsAt: null, joinUrl: null, attendance: null };
    const coaching = { ...plain, kind: 'coaching_session' };
    expect(await list()).toEqual([
      { ...coaching, id: held, title: null, startsAt: '2030-03-10T08:00:00.000Z', status: 'held' },
      { ...coaching, id: planned, title: 'First steps', startsAt: '2030-03-10T09:00:00.000Z', status: 'planned' },
      {
        ...{ ...plain, kind: 'live_session', id: liveId, title: 'Weekly live', status: 'scheduled' },
        ...{ startsAt: '2030-03-11T10:00:00.000Z', endsAt: ends_at, joinUrl: JOIN_URL, attendance: 'excused' },
      },
      {
        ...{ ...plain, kind: 'task_deadline', id: deadline, title: 'Write a coaching plan' },
        ...{ startsAt: '2030-03-12T22:59:00.000Z', status: 'published' },
      },
    ]);
  });

  it('shows a held session when it was held, and what was cancelled as cancelled, without an address', async () => {
    const moved = await session({ status: 'held', held_at: '2030-03-20T08:00:00Z' });
    const cancelled = await session({ status: 'cancelled' });
    const off = await live({
      status: 'cancelled',
      join_url: JOIN_URL,
      starts_at: '2030-03-11T10:00:00Z',
      ends_at: '2030-03-11T11:00:00Z',
    });
    const items = await list();
    expect(items.map(({ id, startsAt, status }) => [id, startsAt, status])).toEqual([
      [cancelled, AT, 'cancelled'],
      [off, '2030-03-11T10:00:00.000Z', 'cancelled'],
      [moved, '2030-03-20T08:00:00.000Z', 'held'],
    ]);
    expect(JSON.stringify(items)).not.toContain(JOIN_URL);
  });

  it('has no drafts, no archived tasks and nothing without an instant', async () => {
    const completed = await task({ status: 'completed' });
    for (const status of ['draft', 'archived']) await task({ status });
    await task({ due_at: null });
    await session({ scheduled_at: null });
    expect(await idsOf()).toEqual([completed]);
  });

  it('has a deadline where its extension moved it', async () => {
    const id = await task({ due_at: '2030-03-10T22:59:00Z' });
    const extension = { scope: 'tasks', memberTaskIds: [id], days: 40, reason: 'Illness' };
    const path = `/enrollments/${enrollmentId}/deadline-extensions`;
    expect((await school.owner.client.post(path, extension)).status).toBe(201);
    expect(await idsOf()).toEqual([]);
    // 23:59 stays 23:59 over the change of the clocks.
    const [item] = await list('from=2030-04-01T00:00:00Z&to=2030-05-01T00:00:00Z');
    expect([item.id, item.startsAt]).toEqual([id, '2030-04-19T21:59:00.000Z']);
  });

  it('begins with `from` and ends before `to`', async () => {
    const ends_at = '2031-01-01T00:00:00Z';
    const at = (starts_at: string) => live({ starts_at, ends_at });
    const [, first, last] = [
      await at('2030-02-28T23:59:59.999Z'),
      await at('2030-03-01T00:00:00Z'),
      await at('2030-03-31T23:59:59.999Z'),
      await at('2030-04-01T00:00:00Z'),
    ];
    expect(await idsOf()).toEqual([first, last]);
  });

  it('takes a period of 92 days, over a change of the clocks too, and names what is wrong with another', async () => {
    for (const query of [
      'from=2030-03-01T00:00:00Z&to=2030-06-01T00:00:00Z',
      // August to October in Paris.
      'from=2030-08-01T00:00:00%2B02:00&to=2030-11-01T00:00:00%2B01:00',
    ]) {
      expect([query, await list(query)]).toEqual([query, []]);
    }
    const from = 'from=2030-03-01T00:00:00Z';
    for (const [query, fields] of [
      ['', ['from', 'to']],
      [from, ['to']],
      ['to=2030-03-01T00:00:00Z', ['from']],
      [`${from}&to=2030-03-01T00:00:00Z`, ['to']],
      [`${from}&to=2030-02-01T00:00:00Z`, ['to']],
      [`${from}&to=2030-06-02T00:00:00Z`, ['to']],
      ['from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z', ['to']],
    ] as const) {
      expect([query, await refusalOf(query)]).toEqual([query, [400, fields]]);
    }
  });

  it('pages over equal instants without leaving out or repeating any', async () => {
    const second = await school.enrollment({ member_id: person.memberId, cohort_id: await school.cohort() });
    const { rows } = await school.rows<{ cohort_id: string }>(
      'select cohort_id from enrollments where organization_id = $1 and id = $2',
      second,
    );
    // The session is in the schedule for each of the two enrollments.
    for (let count = 0; count < 3; count += 1) await live({}, [cohortId, rows[0].cohort_id]);
    for (let count = 0; count < 3; count += 1) await task();
    for (let count = 0; count < 2; count += 1) await session();
    await session({ status: 'held', held_at: AT });
    const dice = new Dice(7);
    for (let count = 0; count < 12; count += 1) {
      await task({
        due_at: `2030-03-1${dice.below(4)}T10:00:00Z`,
        enrollment_id: dice.chance(0.5) ? enrollmentId : second,
      });
    }
    const whole = await list(`${PERIOD}&limit=100`);
    const keyOf = ({ startsAt, kind, id, enrollmentId: of }: ScheduleItem) => `${startsAt} ${kind} ${id} ${of}`;
    expect(whole.length).toBe(3 * 2 + 3 + 3 + 12);
    expect(whole.map(keyOf)).toEqual(whole.map(keyOf).sort());
    for (const limit of [1, 2, 5, 23]) {
      const paged: ScheduleItem[] = [];
      for (let cursor: string | null = ''; cursor !== null && paged.length <= whole.length;) {
        const { items, nextCursor } = await page(`${PERIOD}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
        paged.push(...items);
        cursor = nextCursor;
      }
      expect([limit, paged]).toEqual([limit, whole]);
    }
  });

  it.each([
    ['pending', 3],
    ['active', 3],
    ['paused', 3],
    ['completed', 3],
    ['withdrawn', 0],
    ['failed', 0],
    ['transferred', 0],
  ])('of an enrollment that is %s has %d items', async (status, count) => {
    for (const build of [live, task, session]) await build();
    await school.rows(
      'update enrollments set status = $2 where organization_id = $1 and id = $3',
      status,
      enrollmentId,
    );
    expect((await list()).length).toBe(count);
  });

  it('is empty without an enrollment, and has nothing of others, whatever the role', async () => {
    for (const build of [live, task, session]) await build();
    const coach = await school.person('MEMBER', { role: 'coach', cohortId });
    const elsewhere = await School.open(app);
    for (const other of [school.owner, coach, await school.person(), elsewhere.owner]) {
      expect(await idsOf(PERIOD, other)).toEqual([]);
    }
    const neighbour = await school.person();
    await school.enrollment({ member_id: neighbour.memberId, cohort_id: cohortId });
    expect((await list(PERIOD, neighbour)).map(({ kind }) => kind)).toEqual(['live_session']);
    expect((await list()).length).toBe(3);
  });

  it('ends with the membership, and stays that of a person who was added again', async () => {
    const id = await task();
    await school.rows(`update members set status = 'detached' where organization_id = $1 and id = $2`, person.memberId);
    expect((await person.client.get(`/me/schedule?${PERIOD}`)).status).toBe(401);
    const member = { account_id: person.accountId, name: 'Again', role: 'MEMBER', status: 'active' };
    const memberId = await school.insert('members', { ...member, created_at: app.now() });
    const { client } = await school.key(memberId, person.accountId);
    expect(await idsOf(PERIOD, { ...person, client })).toEqual([id]);
  });

  it('costs the same number of statements, however much there is', async () => {
    await task();
    // Both instances of a pair know the caller then.
    for (let request = 0; request < 2; request += 1) await list();
    const one = await countStatements(() => list());
    for (let count = 0; count < 15; count += 1) {
      const enrollment_id = await school.enrollment({ member_id: person.memberId });
      await task({ enrollment_id });
      await session();
    }
    expect(await countStatements(() => list())).toBe(one);
  });
});
