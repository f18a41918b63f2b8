import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { PeopleImport } from '#contexts/people-import/people-import.dto.js';
import { PeopleImportSweep } from '#contexts/people-import/people-import-sweep.js';
import { whileHeld } from '../support/held-rows.js';
import { countStatements } from '../support/statement-count.js';
import { runJob } from '../support/run-job.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { codesOf, commit, committed, create, created, planOf, rowsOf, type Row } from './import-answers.js';

const DAY_MS = 86_400_000;

const { app, school } = useSchool();

const address = () => `${randomUUID()}@example.com`;
const person = (row: Row = {}): Row => ({ email: address(), name: 'Ada Lovelace', ...row });
const people = (count: number, row: Row = {}): Row[] => Array.from({ length: count }, () => person(row));
const count = async (table: string, where = 'true') =>
  (
    await school.rows<{ n: number }>(
      `select count(*)::integer as n from ${table} where organization_id = $1 and ${where}`,
    )
  ).rows[0].n;

describe('validating an import', () => {
  it('counts what a commit would do, and writes nothing but the import', async () => {
    const cohortId = await school.cohort();
    const { accountId } = await school.person();
    const coachEmail = `${school.owner.accountId}@example.com`;
    const rows = [
      person({ cohortId, coachEmail }),
      person(),
      { email: `${accountId}@example.com`, name: 'Another name' },
      person({ cohortId: randomUUID() }),
    ];
    const data = await created(school, rows, { label: 'Spring' });
    expect(data).toEqual({
      id: expect.any(String),
      label: 'Spring',
      status: 'validated',
      counts: { total: 4, create: 2, match: 1, enroll: 1, coach: 1, unchanged: 1, warned: 1, refused: 1 },
      createdBy: school.owner.accountId,
      createdAt: expect.any(String),
      expiresAt: new Date(Date.parse(data.createdAt) + DAY_MS).toISOString(),
      committedAt: null,
    });
    expect((await school.owner.client.get(`/people-imports/${data.id}`)).body.data).toEqual(data);
    expect((await school.owner.client.get('/people-imports')).body.data.items).toEqual([data]);
    expect([await count('members'), await count('enrollments'), await count('responsibilities')]).toEqual([2, 0, 0]);
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'people_import.validated', target_id: data.id, changes: { counts: data.counts } }],
      events: [{ name: 'people_import.validated', data: { peopleImportId: data.id, counts: data.counts } }],
    });
  });

  it('lists the rows by outcome', async () => {
    const { accountId } = await school.person();
    const rows = [person(), { email: `${accountId}@example.com`, name: 'Another name' }, {}];
    const { id } = await created(school, rows);
    const indexes = async (outcome: string) =>
      (await rowsOf(school, id, `&outcome=${outcome}`)).map(({ index }) => index);
    expect(await indexes('create')).toEqual([0]);
    expect(await indexes('match')).toEqual([1]);
    expect(await indexes('warned')).toEqual([1]);
    expect(await indexes('refused')).toEqual([2]);
    const { status } = await school.owner.client.get(`/people-imports/${id}/rows?outcome=gone`);
    expect(status).toBe(400);
  });
});

describe('committing an import', () => {
  it('leaves for each row the entries and events of the single operations, without any address or name', async () => {
    const cohortId = await school.cohort();
    const coachEmail = `${school.owner.accountId}@example.com`;
    const rows = [person({ cohortId, coachEmail, externalId: 'secret-1' }), person({ cohortId })];
    const { id } = await created(school, rows, { label: 'Secret label' });
    const { counts } = await committed(school, id);
    const [first] = await rowsOf(school, id);
    const trail = await school.trail();
    const audit = trail.audit.slice(1);
    const events = trail.events.slice(1);
    const names = ['enrollment.created', 'enrollment.created', 'member.added', 'member.added'];
    const all = [...names, 'people_import.committed', 'responsibility.assigned'];
    expect(audit.map(({ action }) => action as string).sort()).toEqual(all);
    expect(events.map(({ name }) => name as string).sort()).toEqual(all);
    const eventOf = (name: string, key: string, value: string | null) =>
      events.find(({ name: one, data }) => one === name && (data as Row)[key] === value)?.data;
    const member = await school.owner.client.get(`/members/${first.memberId}`);
    expect(eventOf('people_import.committed', 'peopleImportId', id)).toEqual({ peopleImportId: id, counts });
    expect(eventOf('member.added', 'memberId', first.memberId)).toEqual({
      memberId: first.memberId,
      accountId: member.body.data.accountId,
      role: 'MEMBER',
    });
    expect(eventOf('enrollment.created', 'enrollmentId', first.enrollmentId)).toMatchObject({
      cohortId,
      memberId: first.memberId,
      status: 'active',
    });
    expect(eventOf('responsibility.assigned', 'enrollmentId', first.enrollmentId)).toMatchObject({
      memberId: school.owner.memberId,
      role: 'coach',
      scope: 'enrollment',
      programId: null,
      cohortId: null,
    });
    const text = JSON.stringify(trail);
    for (const hidden of ['example.com', 'Lovelace', 'secret-1', 'Secret label']) expect(text).not.toContain(hidden);
    expect(await count('enrollment_status_changes')).toBe(2);
  });

  it('judges the rows again: what changed since is reported, not assumed', async () => {
    const cohortId = await school.cohort({ capacity: 1 });
    const late = address();
    const { id, counts } = await created(school, [person({ cohortId }), { email: late, name: 'Ada' }]);
    expect(counts).toMatchObject({ create: 2, enroll: 1, refused: 0 });
    await school.enrollment({ cohort_id: cohortId });
    await school.owner.client.post('/members', { email: late, name: 'Ada', role: 'ADMIN' });
    const data = await committed(school, id);
    expect(data.counts).toMatchObject({ create: 0, match: 1, enroll: 0, refused: 1 });
    const rows = await rowsOf(school, id);
    expect(rows.map((row) => [planOf(row), ...codesOf(row)])).toEqual([
      ['create/refuse/none', 'cohortId cohort_full'],
      ['match/none/none'],
    ]);
    expect(rows[0].memberId).toBe(null);
    expect(await count('members')).toBe(3);
  });

  it('with stop and a refused row is a 409 that names the rows, and does nothing; the key stays free', async () => {
    const { id } = await created(school, [person(), {}, person({ cohortId: randomUUID() })]);
    const digest = await school.digest();
    const options = { idempotencyKey: 'commit' };
    const path = `/people-imports/${id}/commit`;
    const response = await school.owner.client.post(path, { onRefusal: 'stop' }, options);
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    expect((response.body.details as { field: string }[]).map(({ field }) => field)).toEqual([
      'rows.1.email',
      'rows.1.name',
      'rows.2.cohortId',
    ]);
    expect(await school.digest()).toBe(digest);
    expect((await school.owner.client.post(path, { onRefusal: 'skip' }, options)).status).toBe(200);
  });

  it('with stop and no refused row does the same as with skip', async () => {
    const { id, counts } = await created(school, people(3));
    expect((await committed(school, id, { onRefusal: 'stop' })).counts).toEqual(counts);
    expect(await count('members')).toBe(4);
  });

  it('is done once: 409 afterwards, and after a discard', async () => {
    const [first, second] = [await created(school, people(1)), await created(school, people(1))];
    const discard = (id: string) => school.owner.client.post(`/people-imports/${id}/discard`, {});
    expect((await committed(school, first.id)).status).toBe('committed');
    expect((await discard(second.id)).body.data.status).toBe('discarded');
    for (const { id } of [first, second]) {
      expect([(await commit(school, id)).status, (await discard(id)).status]).toEqual([409, 409]);
    }
    expect((await school.owner.client.get(`/people-imports/${first.id}`)).body.data).toMatchObject({
      status: 'committed',
      committedAt: expect.any(String),
    });
  });

  it('ends 24 hours after the creation; the rows are removed 30 days later, the counts stay', async () => {
    const { id, counts } = await created(school, people(2));
    const read = async () => (await school.owner.client.get(`/people-imports/${id}`)).body.data as PeopleImport;
    try {
      app.moveClock(DAY_MS - 60_000);
      expect((await read()).status).toBe('validated');
      app.moveClock(DAY_MS + 1_000);
      expect((await read()).status).toBe('expired');
      expect((await commit(school, id)).status).toBe(409);
      expect((await school.owner.client.post(`/people-imports/${id}/discard`, {})).status).toBe(409);
      app.moveClock(31 * DAY_MS - 60_000);
      await runJob(school, PeopleImportSweep);
      expect(await rowsOf(school, id)).toHaveLength(2);
      app.moveClock(31 * DAY_MS + 60_000);
      await runJob(school, PeopleImportSweep);
      expect(await rowsOf(school, id)).toEqual([]);
      expect((await read()).counts).toEqual(counts);
    } finally {
      app.moveClock(0);
    }
  });

  it('takes as many statements for 300 rows as for 3', async () => {
    const cohortId = await school.cohort();
    const coaches: string[] = [];
    for (let n = 0; n < 3; n += 1) coaches.push(`${(await school.person()).accountId}@example.com`);
    const statements = [];
    for (const size of [3, 3, 300]) {
      const rows = people(size, { cohortId }).map((row, n) => ({ ...row, coachEmail: coaches[n % 3] }));
      let id = '';
      const creating = await countStatements(async () => ({ id } = await created(school, rows)));
      const committing = await countStatements(() => committed(school, id));
      expect(await rowsOf(school, id, '&outcome=create')).toHaveLength(size === 3 ? 3 : 294);
      statements.push([creating, committing]);
    }
    expect(statements[1]).toEqual(statements[2]);
  });
});

describe('at the same time', () => {
  it('two commits of one import add its people once', async () => {
    const cohortId = await school.cohort();
    const { id } = await created(school, people(20, { cohortId }));
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => commit(school, id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    expect([await count('members'), await count('enrollments')]).toEqual([21, 20]);
  });

  it('two imports of the same people add them once', async () => {
    const rows = people(20);
    const imports = [await created(school, rows), await created(school, [...rows].reverse())];
    const responses = await Promise.all(imports.map(({ id }) => commit(school, id)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const added = responses.map(({ body }) => body.data.counts.create as number).sort((one, other) => one - other);
    expect(added).toEqual([0, 20]);
    expect(await count('members')).toBe(21);
  });

  it('many organizations import the same new people, and share their accounts', async () => {
    const rows = people(40);
    const imports = [];
    for (let n = 0; n < 6; n += 1) {
      const other = await School.open(app);
      imports.push({ other, id: (await created(other, n % 2 === 0 ? rows : [...rows].reverse())).id });
    }
    const responses = await Promise.all(imports.map(({ other, id }) => commit(other, id)));
    expect(responses.map(({ status }) => status)).toEqual(imports.map(() => 200));
    const { rows: accounts } = await app.rows.query('select 1 from accounts where email = any($1)', [
      rows.map(({ email }) => email),
    ]);
    expect(accounts).toHaveLength(40);
  });

  it('a commit waits for a cohort before it holds any member, as other enrollments do', async () => {
    const cohortId = await school.cohort();
    const { accountId, memberId } = await school.person();
    const { id } = await created(school, [{ email: `${accountId}@example.com`, name: 'Ada', cohortId }]);
    const cohort = {
      sql: 'select 1 from cohorts where organization_id = $1 and id = $2 for update',
      values: [cohortId],
    };
    const response = await whileHeld(school, cohort, async ({ waiting, release }) => {
      const committing = commit(school, id);
      await waiting(committing);
      const member = 'select id from members where organization_id = $1 and id = $2 for update nowait';
      expect((await school.rows(member, memberId)).rows).toEqual([{ id: memberId }]);
      await release();
      return committing;
    });
    expect(response.status).toBe(200);
  });

  it('imports, enrollments and additions leave the seats of a cohort exact, and each person one member', async () => {
    const cohortId = await school.cohort({ capacity: 10 });
    const shared = people(5, { cohortId });
    const imports = [
      await created(school, [...shared, ...people(4, { cohortId })]),
      await created(school, [...people(4, { cohortId }), ...[...shared].reverse()]),
    ];
    const enrolled = [];
    for (let n = 0; n < 8; n += 1) enrolled.push(await school.person());
    const responses = await Promise.all([
      ...imports.map(({ id }) => commit(school, id)),
      ...enrolled.map(({ memberId }) =>
        school.owner.client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' }),
      ),
      ...shared.map(({ email }) => school.owner.client.post('/members', { email, name: 'Ada', role: 'MEMBER' })),
    ]);
    for (const { status } of responses) expect([200, 201, 409]).toContain(status);
    expect(await count('enrollments')).toBe(10);
    const { rows: twice } = await school.rows(
      `select account_id from members where organization_id = $1 and status = 'active' group by 1 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    for (const { id } of imports) {
      const response = await commit(school, id);
      expect([200, 409]).toContain(response.status);
    }
  });

  it('a member who is detached while the commit waits is not enrolled', async () => {
    const cohortId = await school.cohort();
    const member = await school.person();
    const rows = [{ email: `${member.accountId}@example.com`, name: member.name, cohortId }];
    const { id } = await created(school, rows);
    const [detached, done] = await Promise.all([
      school.owner.client.delete(`/members/${member.memberId}`),
      commit(school, id),
    ]);
    expect([detached.status, done.status]).toEqual([200, 200]);
    const [row] = await rowsOf(school, id);
    const enrollments = await count('enrollments');
    expect([
      ['match/create/none', 1],
      ['refuse/none/none', 0],
    ]).toContainEqual([planOf(row), enrollments]);
  });
});

it('500 of the worst rows are judged within five seconds of processor time', async () => {
  const worst = '\u{fdfa}'.repeat(100);
  const long = `${'a.'.repeat(115)}@${'b-'.repeat(3)}c.example`;
  const rows = Array.from({ length: 500 }, (_, n) => ({
    email: n % 2 === 0 ? `${n}${long}`.slice(-250) : '@'.repeat(254),
    name: worst,
    externalId: '\u{1f468}\u200d'.repeat(50),
    cohortId: randomUUID(),
    coachEmail: `${n}.${'x'.repeat(200)}@example.com`,
    ref: '\u0301'.repeat(100),
  }));
  await create(school, { rows: rows.slice(0, 5) });
  const before = process.cpuUsage();
  expect((await create(school, { rows })).status).toBe(201);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
