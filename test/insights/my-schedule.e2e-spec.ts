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
let programId: string;
let cohortId: string;
let enrollmentId: string;

beforeEach(async () => {
  person = await school.person();
  programId = await school.program();
  cohortId = await school.cohort({ program_id: programId, timezone: 'Europe/Paris', start_date: '2030-03-01' });
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
/** Due at AT, as the others are. */
const milestone = (row: object = {}) =>
  school.milestone({ program_id: programId, due_kind: 'after_start', due_days: 9, due_time: '11:00', ...row });
const refusalOf = async (query: string) => {
  const { status, body } = await person.client.get(`/me/schedule?${query}`);
  return [status, (body as { details: { field: string }[] }).details.map(({ field }) => field)];
};

const keyOf = ({ startsAt, kind, id, enrollmentId: of }: ScheduleItem) => `${startsAt} ${kind} ${id} ${of}`;

/** All pages, up to one item more than there should be. */
async function walk(limit: number, most: number): Promise<ScheduleItem[]> {
  const paged: ScheduleItem[] = [];
  for (let cursor: string | null = ''; cursor !== null && paged.length <= most;) {
    const { items, nextCursor } = await page(`${PERIOD}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
    paged.push(...items);
    cursor = nextCursor;
  }
  return paged;
}

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
    expect(whole.length).toBe(3 * 2 + 3 + 3 + 12);
    expect(whole.map(keyOf)).toEqual(whole.map(keyOf).sort());
    for (const limit of [1, 2, 5, 23]) expect([limit, await walk(limit, whole.length)]).toEqual([limit, whole]);
  });

  it.each([
    ['pending', 4],
    ['active', 4],
    ['paused', 4],
    ['completed', 4],
    ['withdrawn', 0],
    ['failed', 0],
    ['transferred', 0],
  ])('of an enrollment that is %s has %d items', async (status, count) => {
    for (const build of [live, task, session, milestone]) await build();
    await school.rows(
      'update enrollments set status = $2 where organization_id = $1 and id = $3',
      status,
      enrollmentId,
    );
    expect((await list()).length).toBe(count);
  });

  it('is empty without an enrollment, and has nothing of others, whatever the role', async () => {
    for (const build of [live, task, session, milestone]) await build();
    const coach = await school.person('MEMBER', { role: 'coach', cohortId });
    const elsewhere = await School.open(app);
    for (const other of [school.owner, coach, await school.person(), elsewhere.owner]) {
      expect(await idsOf(PERIOD, other)).toEqual([]);
    }
    const neighbour = await school.person();
    await school.enrollment({ member_id: neighbour.memberId, cohort_id: cohortId });
    expect((await list(PERIOD, neighbour)).map(({ kind }) => kind)).toEqual(['live_session', 'milestone']);
    expect((await list()).map((item) => item.enrollmentId)).toEqual(Array(4).fill(enrollmentId));
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
      await milestone();
    }
    expect(await countStatements(() => list())).toBe(one);
  });
});

describe('a milestone in the schedule', () => {
  const due = async (query?: string) =>
    (await list(query)).map(({ kind, id, startsAt, status }) => [kind, id, startsAt, status]);

  it('is where it is due by calendar days in the zone of the cohort, over a change of the clocks too', async () => {
    const later = { start_date: '2030-03-30', enrolled_at: '2030-03-09T23:30:00Z' };
    await school.rows(
      'update cohorts set start_date = $3 where organization_id = $1 and id = $2',
      cohortId,
      later.start_date,
    );
    await school.rows(
      'update enrollments set enrolled_at = $3 where organization_id = $1 and id = $2',
      enrollmentId,
      later.enrolled_at,
    );
    const after = async (due_kind: string, due_days: number, due_time: string) =>
      milestone({ due_kind, due_days, due_time });
    const inGap = await after('after_start', 1, '02:30');
    const nextDay = await after('after_start', 1, '23:59');
    const sameDay = await after('after_start', 0, '23:59');
    // It was the tenth in Paris already.
    const enrolled = await after('after_enrollment', 0, '00:00');
    await milestone({ due_kind: 'none', due_days: null, due_time: null });
    expect(await due()).toEqual([
      ['milestone', enrolled, '2030-03-09T23:00:00.000Z', 'ahead'],
      ['milestone', sameDay, '2030-03-30T22:59:00.000Z', 'ahead'],
      ['milestone', inGap, '2030-03-31T01:00:00.000Z', 'ahead'],
      ['milestone', nextDay, '2030-03-31T21:59:00.000Z', 'ahead'],
    ]);
    const plain = { endsAt: null, joinUrl: null, attendance: null, timezone: 'Europe/Paris' };
    expect((await list())[0]).toEqual({
      ...{ ...plain, kind: 'milestone', id: enrolled, enrollmentId, title: 'First feedback given' },
      ...{ startsAt: '2030-03-09T23:00:00.000Z', status: 'ahead' },
    });
    await school.rows('update cohorts set start_date = null where organization_id = $1 and id = $2', cohortId);
    expect(await idsOf()).toEqual([enrolled]);
  });

  it('is reached, overdue or ahead, as in the progress; an archived one is there where it is reached', async () => {
    await school.rows(
      'update cohorts set start_date = $3 where organization_id = $1 and id = $2',
      cohortId,
      '2020-03-01',
    );
    const period = 'from=2020-03-01T00:00:00Z&to=2020-04-01T00:00:00Z';
    const past: string[] = [];
    for (const due_days of [1, 2, 3, 4, 5]) past.push(await milestone({ due_days, position: due_days }));
    await school.milestoneReach(enrollmentId, past[0]);
    await school.milestoneReach(enrollmentId, past[1], {
      ...{ revoked_at: app.now(), revoked_by: school.owner.accountId, revoke_reason: 'Wrong' },
    });
    await school.milestoneReach(enrollmentId, past[3]);
    for (const id of past.slice(3)) {
      expect((await school.owner.client.post(`/milestones/${id}/archive`)).status).toBe(200);
    }
    expect((await due(period)).map(([, id, , status]) => [id, status])).toEqual([
      [past[0], 'reached'],
      [past[1], 'overdue'],
      [past[2], 'overdue'],
      [past[3], 'reached'],
    ]);
    const progress = await person.client.get(`/enrollments/${enrollmentId}/progress`);
    const { milestones } = progress.body.data as { milestones: { milestoneId: string; status: string }[] };
    expect(new Map(milestones.map(({ milestoneId, status }) => [milestoneId, status]))).toEqual(
      new Map((await due(period)).map(([, id, , status]) => [id, status])),
    );
  });

  it('is of the path that the enrollment follows, or of its program', async () => {
    const [own, other] = [await milestone(), await milestone()];
    await milestone({ program_id: await school.program() });
    expect((await idsOf()).sort()).toEqual([own, other].sort());
    const path = await school.path([await school.course({ program_id: programId })], {
      ...{ program_id: programId, status: 'active' },
    });
    await school.insert('path_milestones', { path_id: path, milestone_id: own, position: 1 });
    await school.enrollmentPath(enrollmentId, path);
    expect(await idsOf()).toEqual([own]);
  });

  it('is in the period that begins with it, and not in the one that ends with it', async () => {
    const id = await milestone();
    const before = new Date(Date.parse(AT) - 1).toISOString();
    const after = new Date(Date.parse(AT) + 1).toISOString();
    expect(await idsOf(`from=${AT}&to=${after}`)).toEqual([id]);
    expect(await idsOf(`from=${before}&to=${AT}`)).toEqual([]);
    expect(await idsOf(`from=${after}&to=2030-04-01T00:00:00Z`)).toEqual([]);
  });

  it('comes after sessions and before tasks of its instant, and on one page only', async () => {
    const cohort_id = await school.cohort({
      ...{ program_id: programId, timezone: 'Europe/Paris', start_date: '2030-03-01' },
    });
    const second = await school.enrollment({ member_id: person.memberId, cohort_id });
    // Each of them is due for both enrollments.
    for (let count = 0; count < 3; count += 1) await milestone();
    for (let count = 0; count < 2; count += 1) await live();
    for (let count = 0; count < 2; count += 1) await session();
    for (let count = 0; count < 3; count += 1) await task();
    const dice = new Dice(11);
    for (let count = 0; count < 8; count += 1) {
      await milestone({ due_days: 8 + dice.below(3) });
      await task({
        due_at: `2030-03-${String(9 + dice.below(3)).padStart(2, '0')}T10:00:00Z`,
        enrollment_id: dice.chance(0.5) ? enrollmentId : second,
      });
    }
    const whole = await list(`${PERIOD}&limit=100`);
    expect(whole.map(keyOf)).toEqual(whole.map(keyOf).sort());
    expect(new Set(whole.map(keyOf)).size).toBe(11 * 2 + 2 + 2 + 11);
    const atOnce = whole.filter(({ startsAt }) => startsAt === AT).map(({ kind }) => kind);
    expect([...new Set(atOnce)]).toEqual(['coaching_session', 'live_session', 'milestone', 'task_deadline']);
    for (const limit of [1, 2, 3, 7, 20]) {
      expect([limit, (await walk(limit, whole.length)).map(keyOf)]).toEqual([limit, whole.map(keyOf)]);
    }
  });
});
