import { describe, expect, it } from '@jest/globals';
import type { EnrollmentPath } from '#contexts/learning/paths/enrollment-path.dto.js';
import { committed, created } from '../people-import/import-answers.js';
import { afterWaitingFor } from '../support/held-rows.js';
import type { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { statementsOf } from '../support/statement-log.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const dataOf = (response: { body: { data: unknown } }) => response.body.data as EnrollmentPath;
const assign = (enrollment: string, pathId: string | null, more: object = {}, client: Client = school.owner.client) =>
  client.put(`/enrollments/${enrollment}/path`, { pathId, ...more });

interface Given {
  program: string;
  cohort: string;
  enrollment: string;
  learner: Person;
  /** An active one. */
  path: string;
}

async function given(row: Record<string, unknown> = {}): Promise<Given> {
  const program_id = await school.program();
  const cohort = await school.cohort({ program_id });
  const learner = await school.person();
  const enrollment = await school.enrollment({ cohort_id: cohort, member_id: learner.memberId, ...row });
  return { program: program_id, cohort, enrollment, learner, path: await active(program_id) };
}

const active = (program_id: string, row: Record<string, unknown> = {}) =>
  school.path([], { program_id, status: 'active', ...row });

const assigned = async () =>
  (await school.trail()).events
    .filter(({ name }) => name === 'enrollment.path_assigned')
    .map(({ data }) => {
      const { enrollmentId, from, to } = data as { enrollmentId: string; from: string | null; to: string | null };
      return { enrollmentId, from, to };
    });

/** The path that each enrollment follows. */
const followed = async (...enrollments: string[]) => {
  const { rows } = await school.rows<{ enrollment: string; path: string | null }>(
    `select enrollment_id as enrollment, path_id as path from enrollment_paths
     where organization_id = $1 and until is null`,
  );
  return enrollments.map((id) => rows.find(({ enrollment }) => enrollment === id)?.path);
};

describe('the path of an enrollment', () => {
  it('is assigned, changed and taken away, with its history', async () => {
    const { program, enrollment, path: first } = await given();
    const second = await active(program, { name: 'For old managers' });
    const steps = [];
    for (const [hour, pathId, reason] of [
      [0, first, undefined],
      [1, second, 'Has led a team before.'],
      [2, null, null],
      [3, first, undefined],
    ] as const) {
      app.moveClock(hour * 3_600_000);
      const response = await assign(enrollment, pathId, reason === undefined ? {} : { reason });
      steps.push([response.status, dataOf(response).since]);
    }
    app.moveClock(0);
    expect(steps.map(([status]) => status)).toEqual([200, 200, 200, 200]);
    const at = steps.map(([, since]) => since);
    expect(new Set(at).size).toBe(4);
    // The same again answers the present state.
    expect(dataOf(await assign(enrollment, first))).toEqual({
      enrollmentId: enrollment,
      pathId: first,
      pathName: 'For new managers',
      since: at[3],
      history: [
        { pathId: null, pathName: null, since: at[2], until: at[3], reason: null },
        { pathId: second, pathName: 'For old managers', since: at[1], until: at[2], reason: 'Has led a team before.' },
        { pathId: first, pathName: 'For new managers', since: at[0], until: at[1], reason: null },
      ],
    });
    expect(await assigned()).toEqual([
      { enrollmentId: enrollment, from: null, to: first },
      { enrollmentId: enrollment, from: first, to: second },
      { enrollmentId: enrollment, from: second, to: null },
      { enrollmentId: enrollment, from: null, to: first },
    ]);
    const { audit } = await school.trail();
    expect(audit[1]).toMatchObject({
      action: 'enrollment.path_assigned',
      target_type: 'enrollment',
      target_id: enrollment,
      changes: { pathId: { from: first, to: second }, reason: { from: null, to: '[redacted]' } },
    });
  });

  it('is changed by what differs only: the same again leaves an audit entry and no event', async () => {
    const { enrollment, path } = await given();
    const none = await assign(enrollment, null);
    expect([none.status, dataOf(none)]).toEqual([
      200,
      { enrollmentId: enrollment, pathId: null, pathName: null, since: null, history: [] },
    ]);
    const since = dataOf(await assign(enrollment, path)).since;
    expect(dataOf(await assign(enrollment, path, { reason: 'Again' })).since).toBe(since);
    const { events, audit } = await school.trail();
    expect([events.length, audit.length]).toEqual([1, 3]);
  });

  it('is an active one of the program of the enrollment', async () => {
    const { program, enrollment, path } = await given();
    await assign(enrollment, path);
    const elsewhere = await School.open(app);
    for (const pathId of [
      await school.path([], { program_id: program }),
      '018f3c1e-0000-7000-8000-000000000000',
      await elsewhere.path([], { status: 'active' }),
      await active(await school.program()),
      await active(program, { status: 'archived' }),
    ]) {
      const response = await assign(enrollment, pathId);
      expect([response.status, response.body.details]).toEqual([
        400,
        [{ field: 'pathId', issue: "must be an active path of the enrollment's program" }],
      ]);
    }
    expect(await followed(enrollment)).toEqual([path]);
    expect(await assigned()).toHaveLength(1);
  });

  it('stays with who follows it when it is archived', async () => {
    const { enrollment, path } = await given();
    await assign(enrollment, path);
    await school.owner.client.post(`/paths/${path}/archive`, {});
    const again = await assign(enrollment, path);
    expect([again.status, dataOf(again).pathId]).toEqual([200, path]);
    expect((await assign(enrollment, null)).status).toBe(200);
    expect((await assign(enrollment, path)).status).toBe(400);
  });

  it('is archived before it is assigned or after it, but not meanwhile', async () => {
    const { enrollment, path } = await given();
    const sql = `update paths set status = 'archived' where organization_id = $1 and id = $2`;
    const answer = await afterWaitingFor(school, { sql, values: [path] }, () => assign(enrollment, path));
    expect(answer.status).toBe(400);
  });

  it.each([
    ['pending', 200],
    ['active', 200],
    ['paused', 200],
    ['completed', 409],
    ['withdrawn', 409],
    ['failed', 409],
  ])('of a %s enrollment: %i', async (status, expected) => {
    const { enrollment, path } = await given({ status });
    expect((await assign(enrollment, path)).status).toBe(expected);
    expect((await assign(enrollment, null)).status).toBe(expected);
  });

  it('is assigned by the staff that reaches the enrollment', async () => {
    const { enrollment, path, learner, program } = await given();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: enrollment });
    const director = await school.person('MEMBER', { role: 'program_director' });
    const other = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const ofProgram = await school.person('MEMBER', { role: 'program_director', programId: program });
    const { owner } = await School.open(app);
    const statuses = [];
    for (const { client } of [coach, director, other, owner, learner, ofProgram, await school.person()]) {
      statuses.push((await assign(enrollment, path, {}, client)).status);
    }
    expect(statuses).toEqual([200, 200, 404, 404, 403, 403, 403]);
  });
});

describe('a new enrollment', () => {
  it('gets the default path of its program, with the event of an assignment', async () => {
    const { program, cohort } = await given();
    const path = await active(program, { is_default: true });
    await active(await school.program(), { is_default: true });
    const { memberId } = await school.person();
    const body = { memberId, status: 'pending' };
    const response = await school.owner.client.post(`/cohorts/${cohort}/enrollments`, body);
    const { id } = response.body.data as { id: string };
    expect([response.status, await followed(id)]).toEqual([201, [path]]);
    const { events, audit } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['enrollment.created', expect.objectContaining({ enrollmentId: id })],
      ['enrollment.path_assigned', expect.objectContaining({ enrollmentId: id, from: null, to: path })],
    ]);
    expect(audit.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['enrollment.created', id],
      ['enrollment.path_assigned', id],
    ]);
  });

  it('gets the tasks of its cohort, then the path', async () => {
    const { program, cohort } = await given();
    await active(program, { is_default: true });
    await school.cohortTask({ cohort_id: cohort, status: 'published', new_enrollments: true });
    const body = { memberId: (await school.person()).memberId, status: 'active' };
    expect((await school.owner.client.post(`/cohorts/${cohort}/enrollments`, body)).status).toBe(201);
    expect((await school.trail()).events.map(({ name }) => name)).toEqual([
      'enrollment.created',
      'member_task.created',
      'member_task.published',
      'enrollment.path_assigned',
    ]);
  });

  it('gets none where the program has no default', async () => {
    const { cohort } = await given();
    const { memberId } = await school.person();
    const response = await school.owner.client.post(`/cohorts/${cohort}/enrollments`, { memberId, status: 'active' });
    expect(await followed((response.body.data as { id: string }).id)).toEqual([undefined]);
    expect(await assigned()).toEqual([]);
  });

  it('takes one statement for it where there is no default, and one more for the row', async () => {
    const { program, cohort } = await given();
    const enroll = async () => {
      const { memberId } = await school.person();
      const body = { memberId, status: 'active' };
      return statementsOf('commit', () => school.owner.client.post(`/cohorts/${cohort}/enrollments`, body));
    };
    const without = await enroll();
    await active(program, { is_default: true });
    const withDefault = await enroll();
    expect(without.filter((name) => name.includes('path'))).toEqual(['list_default_paths_of_cohorts']);
    const further = withDefault.filter((name) => !without.includes(name));
    const recorded = ['record_further_entries', 'record_further_events', 'dispatch_further_events'];
    expect(further).toEqual(['insert_all_enrollment_paths', ...recorded]);
  });

  it('of a bulk write or an import is no exception, by as many statements for many as for few', async () => {
    const { program, cohort } = await given();
    const path = await active(program, { is_default: true });
    const elsewhere = await school.cohort();
    const counted = [];
    for (const size of [3, 3, 30]) {
      const items: { memberId: string }[] = [];
      while (items.length < size) items.push({ memberId: (await school.person()).memberId });
      const body = { status: 'active', items };
      counted.push(
        await countStatements(async () => {
          expect((await school.owner.client.post(`/cohorts/${cohort}/bulk-enrollments`, body)).status).toBe(200);
        }),
      );
    }
    expect(counted[1]).toBe(counted[2]);
    expect(await assigned()).toHaveLength(36);
    const rows = [cohort, elsewhere, cohort].map((cohortId, n) => ({
      ...{ email: `new${n}-${program}@example.com`, name: `New ${n}`, cohortId },
    }));
    const { id } = await created(school, rows);
    await committed(school, id);
    const events = await assigned();
    expect(events).toHaveLength(38);
    const enrollments = events.map(({ enrollmentId }) => enrollmentId);
    expect([new Set(enrollments).size, new Set(events.map(({ to }) => to))]).toEqual([38, new Set([path])]);
    expect(new Set(await followed(...enrollments))).toEqual(new Set([path]));
  });
});

describe('a transfer', () => {
  const transfer = async (enrollment: string, toCohortId: string) => {
    const body = { toCohortId, reason: 'Another evening suits better.' };
    const response = await school.owner.client.post(`/enrollments/${enrollment}/transfer`, body);
    expect(response.status).toBe(201);
    return (response.body.data as { to: { id: string } }).to.id;
  };

  it('within the program keeps the path, also an archived one, and keeps it away', async () => {
    const { program, cohort, enrollment, path } = await given();
    const without = await school.enrollment({ cohort_id: cohort });
    await assign(enrollment, path);
    await active(program, { is_default: true });
    await school.owner.client.post(`/paths/${path}/archive`, {});
    const toCohortId = await school.cohort({ program_id: program });
    const to = await transfer(enrollment, toCohortId);
    const other = await transfer(without, toCohortId);
    expect(await followed(enrollment, to, without, other)).toEqual([path, path, undefined, undefined]);
    expect((await assigned()).slice(1)).toEqual([{ enrollmentId: to, from: null, to: path }]);
  });

  it('to another program gives the default of that one, or none', async () => {
    const { enrollment, path } = await given();
    await assign(enrollment, path);
    const program_id = await school.program();
    const usual = await active(program_id, { is_default: true });
    const to = await transfer(enrollment, await school.cohort({ program_id }));
    const last = await transfer(to, await school.cohort());
    expect(await followed(enrollment, to, last)).toEqual([path, usual, undefined]);
  });

  it('that keeps a completed path does not follow it: it can be assigned, and there is none to take away', async () => {
    const { program, enrollment, path } = await given();
    await assign(enrollment, path);
    await school.rows(
      'update enrollment_paths set completed_at = since where organization_id = $1 and enrollment_id = $2',
      enrollment,
    );
    const to = await transfer(enrollment, await school.cohort());
    const before = (await assigned()).length;
    expect(dataOf(await assign(to, null))).toMatchObject({ pathId: null, history: [{ pathId: path }] });
    expect(await assigned()).toHaveLength(before);
    const second = await transfer(to, await school.cohort({ program_id: program }));
    expect(dataOf(await assign(second, path))).toMatchObject({ pathId: path, history: [{ pathId: path }] });
    expect((await assigned()).at(-1)).toEqual({ enrollmentId: second, from: null, to: path });
    expect((await school.owner.client.get(`/enrollments/${second}/progress`)).body.data).toMatchObject({
      path: { id: path },
    });
  });
});
