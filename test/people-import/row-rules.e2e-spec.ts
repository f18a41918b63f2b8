import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Member } from '#contexts/identity/member/member.dto.js';
import type { PeopleImportRow } from '#contexts/people-import/person-row.dto.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { codesOf, committed, created, planOf, rowsOf, type Row } from './import-answers.js';

const { app, school } = useSchool();

const address = () => `${randomUUID()}@example.com`;
const person = (row: Row = {}): Row => ({ email: address(), name: 'Ada Lovelace', ...row });

async function add(body: object = {}): Promise<Member> {
  const response = await school.owner.client.post('/members', { ...person(), role: 'MEMBER', ...body });
  return response.body.data as Member;
}

/** The judged rows, which must be the same after a commit. */
async function judged(rows: Row[], more: object = {}): Promise<PeopleImportRow[]> {
  const { id, counts } = await created(school, rows, more);
  const before = await rowsOf(school, id);
  expect((await committed(school, id)).counts).toEqual(counts);
  const after = await rowsOf(school, id);
  const facts = ({ memberId: _member, enrollmentId: _enrollment, ...row }: PeopleImportRow) => row;
  expect(after.map(facts)).toEqual(before.map(facts));
  return after;
}

async function one(row: Row, more: object = {}): Promise<PeopleImportRow> {
  return (await judged([row], more))[0];
}

describe('a row', () => {
  it('of an unknown person adds a member with the role MEMBER', async () => {
    const email = address();
    const row = await one({ email: ` ${email.toUpperCase()} `, name: ' Ada ', externalId: 'S-1', ref: 'line 2' });
    expect(row).toMatchObject({ index: 0, ref: 'line 2', email, name: 'Ada', externalId: 'S-1', warnings: [] });
    expect([planOf(row), row.issues, row.enrollmentId]).toEqual(['create/none/none', [], null]);
    const { body } = await school.owner.client.get(`/members/${row.memberId}`);
    expect(body.data).toMatchObject({ email, name: 'Ada', externalId: 'S-1', role: 'MEMBER', status: 'active' });
    expect((await school.owner.client.get('/members?q=ada')).body.data.items).toHaveLength(1);
  });

  it('of a person whom another organization knows uses the same account', async () => {
    const other = await School.open(app);
    const email = address();
    const there = await other.owner.client.post('/members', { email, name: 'Ada', role: 'ADMIN' });
    const { memberId } = await one(person({ email }));
    const { body } = await school.owner.client.get(`/members/${memberId}`);
    expect(body.data).toMatchObject({ accountId: there.body.data.accountId, role: 'MEMBER' });
  });

  it('of a member matches it, and changes neither name, role nor external id', async () => {
    const member = await add({ name: 'Augusta', role: 'ADMIN' });
    const row = await one(person({ email: member.email, name: 'Ada', externalId: 'S-2' }));
    expect([planOf(row), row.memberId, row.warnings]).toEqual([
      'match/none/none',
      member.id,
      ['name_differs', 'external_id_differs'],
    ]);
    expect((await school.owner.client.get(`/members/${member.id}`)).body.data).toEqual(member);
  });

  it('is matched by the external id where that is asked for, whatever the address', async () => {
    const member = await add({ externalId: 'S-1' });
    const rows = [person({ externalId: 'S-1' }), person({ email: (await add()).email })];
    const [byId, byAddress] = await judged(rows, { matchBy: 'externalId' });
    expect([planOf(byId), byId.memberId, byId.warnings]).toEqual(['match/none/none', member.id, ['email_differs']]);
    expect(planOf(byAddress)).toBe('match/none/none');
  });

  it('whose address and external id name two people is refused: identity_conflict', async () => {
    const [ada, grace] = [await add({ externalId: 'S-1' }), await add({ externalId: 'S-2' })];
    for (const matchBy of ['email', 'externalId']) {
      const row = await one(person({ email: ada.email, externalId: grace.externalId }), { matchBy });
      expect([planOf(row), codesOf(row)]).toEqual(['refuse/none/none', ['externalId identity_conflict']]);
    }
    expect(codesOf(await one(person({ externalId: 'S-1' })))).toEqual(['externalId identity_conflict']);
    const other = await one(person({ email: ada.email, externalId: 'S-3' }), { matchBy: 'externalId' });
    expect(codesOf(other)).toEqual(['externalId identity_conflict']);
  });

  it('whose address or external id is that of a detached member names that person, too: identity_conflict', async () => {
    const [active, gone, left] = [await add(), await add({ externalId: 'S-1' }), await add()];
    for (const { id } of [gone, left]) await school.owner.client.delete(`/members/${id}`);
    for (const options of [{ matchBy: 'email' }, { matchBy: 'externalId', reattach: true }]) {
      for (const { email } of [active, left]) {
        const row = await one(person({ email, externalId: 'S-1' }), options);
        expect([planOf(row), codesOf(row)]).toEqual(['refuse/none/none', ['externalId identity_conflict']]);
      }
    }
    expect(codesOf(await one(person({ externalId: 'S-1' })))).toEqual(['externalId identity_conflict']);
    const other = person({ email: gone.email, externalId: 'S-2' });
    expect(codesOf(await one(other, { matchBy: 'externalId' }))).toEqual(['externalId identity_conflict']);
    const again = await add({ email: left.email, externalId: 'S-1' });
    const now = await one(person({ email: gone.email, externalId: 'S-1' }), { matchBy: 'externalId', reattach: true });
    expect(codesOf(now)).toEqual(['externalId identity_conflict']);
    expect((await one(person({ email: again.email, externalId: 'S-1' }))).memberId).toBe(again.id);
  });

  it('with the external id of two detached people is refused, unless the address is that of one: identity_conflict', async () => {
    const first = await add({ externalId: 'S-1' });
    await school.owner.client.delete(`/members/${first.id}`);
    const second = await add({ externalId: 'S-1' });
    await school.owner.client.delete(`/members/${second.id}`);
    const options = { matchBy: 'externalId', reattach: true };
    expect(codesOf(await one(person({ externalId: 'S-1' }), options))).toEqual(['externalId identity_conflict']);
    const { memberId } = await one(person({ email: first.email, externalId: 'S-1' }), options);
    const { body } = await school.owner.client.get(`/members/${memberId}`);
    expect(body.data).toMatchObject({ accountId: first.accountId, externalId: 'S-1' });
  });

  it('of a detached member whom the external id names adds the same account again, whatever the address', async () => {
    const member = await add({ externalId: 'S-1' });
    const cohortId = await school.cohort();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: member.id });
    await school.owner.client.delete(`/members/${member.id}`);
    const options = { matchBy: 'externalId', reattach: true };
    const rows = [person({ externalId: 'S-1', cohortId }), person({ email: member.email })];
    const [again, twice] = await judged(rows, options);
    expect([planOf(again), again.warnings, again.enrollmentId]).toEqual([
      'create/exists/none',
      ['email_differs'],
      enrollmentId,
    ]);
    expect(codesOf(twice)).toEqual(['email repeated']);
    const { body } = await school.owner.client.get(`/members/${again.memberId}`);
    const { accountId, email } = member;
    expect(body.data).toMatchObject({ accountId, email, externalId: 'S-1', status: 'active' });
    const { rows: accounts } = await app.rows.query('select 1 from accounts where email = $1', [rows[0].email]);
    expect(accounts).toEqual([]);
  });

  it('is matched by a former external id of a member who was added again', async () => {
    const former = await add({ externalId: 'S-1' });
    await school.owner.client.delete(`/members/${former.id}`);
    const member = await add({ email: former.email });
    const row = await one(person({ externalId: 'S-1' }), { matchBy: 'externalId', reattach: true });
    expect([planOf(row), row.memberId, row.warnings]).toEqual([
      'match/none/none',
      member.id,
      ['email_differs', 'external_id_differs'],
    ]);
  });

  it('of a detached member is refused, unless reattach is set: member_detached', async () => {
    const member = await add({ externalId: 'S-1' });
    await school.owner.client.delete(`/members/${member.id}`);
    const row = person({ email: member.email });
    expect(codesOf(await one(row))).toEqual(['email member_detached']);
    const byId = await one(person({ externalId: 'S-1' }), { matchBy: 'externalId' });
    expect(codesOf(byId)).toEqual(['externalId member_detached']);
    const again = await one(row, { reattach: true });
    expect([planOf(again), again.memberId === member.id]).toEqual(['create/none/none', false]);
    const { body } = await school.owner.client.get(`/members/${again.memberId}`);
    expect(body.data).toMatchObject({ accountId: member.accountId, status: 'active', role: 'MEMBER' });
    expect((await school.owner.client.get('/members?q=lovelace')).body.data.items).toHaveLength(2);
  });

  it('that repeats the address or external id of an accepted row is refused: repeated', async () => {
    const email = address();
    const rows = await judged([
      person({ email, cohortId: randomUUID() }),
      person({ email }),
      person({ email: email.toUpperCase(), externalId: 'S-1' }),
      person({ externalId: 'S-2' }),
      person({ externalId: 'S-2' }),
    ]);
    expect(rows.map(codesOf)).toEqual([
      ['cohortId cohort_not_found'],
      [],
      ['email repeated'],
      [],
      ['externalId repeated'],
    ]);
  });

  it('that names the member of an earlier row by another key is refused: repeated', async () => {
    const member = await add({ externalId: 'S-1' });
    const rows = [person({ externalId: 'S-1' }), person({ email: member.email })];
    expect((await judged(rows, { matchBy: 'externalId' })).map(codesOf)).toEqual([[], ['email repeated']]);
  });

  it('with bad fields has an issue for each, and no value', async () => {
    const row = await one({
      email: 'nobody',
      name: 'x'.repeat(101),
      externalId: 5,
      cohortId: 'spring',
      enrollmentStatus: 'gone',
      coachEmail: 'coach',
      ref: 'x'.repeat(101),
    });
    expect(row.issues.map(({ field, code }) => [field, code])).toEqual(
      ['email', 'name', 'externalId', 'cohortId', 'enrollmentStatus', 'coachEmail', 'ref'].map((field) => [
        field,
        'invalid',
      ]),
    );
    expect([planOf(row), row.email, row.name, row.externalId, row.ref]).toEqual([
      'refuse/none/none',
      null,
      null,
      null,
      null,
    ]);
    expect(codesOf(await one({}))).toEqual(['email invalid', 'name invalid']);
  });
});

describe('the cohort of a row', () => {
  it('is its own, or that of the import; so is the status', async () => {
    const [own, common] = [await school.cohort(), await school.cohort()];
    const rows = await judged([person({ cohortId: own, enrollmentStatus: 'pending' }), person()], { cohortId: common });
    expect(rows.map(planOf)).toEqual(['create/create/none', 'create/create/none']);
    const enrollments = [];
    for (const { enrollmentId } of rows) {
      enrollments.push((await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data);
    }
    expect(enrollments).toMatchObject([
      { cohortId: own, status: 'pending', memberId: rows[0].memberId },
      { cohortId: common, status: 'active', memberId: rows[1].memberId },
    ]);
  });

  it('in which the person has a seat is left alone, also by a former membership', async () => {
    const cohortId = await school.cohort();
    const member = await add();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: member.id, status: 'paused' });
    expect(await one(person({ email: member.email, cohortId }))).toMatchObject({
      plan: { member: 'match', enrollment: 'exists', coach: 'none' },
      enrollmentId,
    });
    await school.owner.client.delete(`/members/${member.id}`);
    const again = await one(person({ email: member.email, cohortId }), { reattach: true });
    expect([planOf(again), again.enrollmentId]).toEqual(['create/exists/none', enrollmentId]);
  });

  it('that is unknown or of another organization refuses the row in the same words: cohort_not_found', async () => {
    const foreign = await (await School.open(app)).cohort();
    const [first, second] = await judged([person({ cohortId: foreign }), person({ cohortId: randomUUID() })]);
    expect([planOf(first), codesOf(first)]).toEqual(['create/refuse/none', ['cohortId cohort_not_found']]);
    expect(second.issues).toEqual(first.issues);
  });

  it('that is completed or archived refuses the row: cohort_closed', async () => {
    const rows = [];
    for (const status of ['completed', 'archived']) rows.push(person({ cohortId: await school.cohort({ status }) }));
    expect((await judged(rows)).map(codesOf)).toEqual([['cohortId cohort_closed'], ['cohortId cohort_closed']]);
  });

  it('gives its seats to the rows in their order, and none to a row that is refused: cohort_full', async () => {
    const cohortId = await school.cohort({ capacity: 3 });
    await school.enrollment({ cohort_id: cohortId });
    const rows = await judged([
      person({ cohortId, coachEmail: address() }),
      person({ cohortId }),
      person({ cohortId }),
      person({ cohortId }),
    ]);
    expect(rows.map(codesOf)).toEqual([['coachEmail coach_not_found'], [], [], ['cohortId cohort_full']]);
    const { rows: seats } = await school.rows('select 1 from enrollments where organization_id = $1');
    expect(seats).toHaveLength(3);
  });
});

describe('the coach of a row', () => {
  it('is assigned to the enrollment', async () => {
    const cohortId = await school.cohort();
    const coach = await add();
    const row = await one(person({ cohortId, coachEmail: coach.email.toUpperCase() }));
    expect(planOf(row)).toBe('create/create/assign');
    const { body } = await school.owner.client.get(`/responsibilities?memberId=${coach.id}`);
    expect(body.data.items).toMatchObject([
      { role: 'coach', scope: 'enrollment', enrollmentId: row.enrollmentId, endedAt: null },
    ]);
  });

  it('is assigned once, and not beside an assignment to the cohort', async () => {
    const cohortId = await school.cohort();
    const [coach, ofCohort] = [await add(), await add()];
    await school.assign(ofCohort.id, { role: 'coach', cohortId });
    const rows = [person({ cohortId, coachEmail: coach.email }), person({ cohortId, coachEmail: ofCohort.email })];
    expect((await judged(rows)).map(planOf)).toEqual(['create/create/assign', 'create/create/exists']);
    expect((await judged(rows)).map(planOf)).toEqual(['match/exists/exists', 'match/exists/exists']);
  });

  it('is an active member of the organization: coach_not_found', async () => {
    const cohortId = await school.cohort();
    const other = await School.open(app);
    const gone = await add();
    await school.owner.client.delete(`/members/${gone.id}`);
    const emails = [`${other.owner.accountId}@example.com`, gone.email, address()];
    const rows = await judged(emails.map((coachEmail) => person({ cohortId, coachEmail })));
    expect(rows.map((row) => [planOf(row), codesOf(row)])).toEqual(
      emails.map(() => ['create/create/refuse', ['coachEmail coach_not_found']]),
    );
    expect(new Set(rows.map(({ issues }) => JSON.stringify(issues))).size).toBe(1);
  });

  it('needs an enrollment: no_enrollment', async () => {
    const coach = await add();
    expect(codesOf(await one(person({ coachEmail: coach.email })))).toEqual(['coachEmail no_enrollment']);
  });

  it('has at most 100 current responsibilities: coach_full', async () => {
    const cohortId = await school.cohort();
    const coach = await add();
    for (let n = 0; n < 99; n += 1) await school.assign(coach.id, { role: 'reviewer' });
    const rows = await judged([1, 2].map(() => person({ cohortId, coachEmail: coach.email })));
    expect(rows.map(codesOf)).toEqual([[], ['coachEmail coach_full']]);
  });
});
