import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import { content, question } from '../support/builders/form.js';
import type { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface FormResponse {
  id: string;
  status: string;
  revision: number;
  answers: Record<string, unknown>;
  ignored: string[];
  editableUntil: string | null;
  outcomeEntryIds: string[];
  answeredByName: string | null;
  redactedAt: string | null;
}

interface Opened {
  standing: string;
  response: FormResponse | null;
  locked: { reason: string; opensAt: string | null } | null;
  editableUntil: string | null;
}

const refusal = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};

const OPTIONS = ['weekly', 'rarely'].map((value) => ({ value, label: value }));
const QUESTIONS = [
  question({ key: 'rhythm', kind: 'choice', required: true, options: OPTIONS }),
  question({ key: 'why', kind: 'long_text', required: true, visibleIf: { question: 'rhythm', in: ['rarely'] } }),
  question({ key: 'plans', kind: 'multi', options: OPTIONS, minCount: 1, maxCount: 1 }),
  question({ key: 'hours', kind: 'number', decimals: 1, min: 0, max: 40 }),
  question({ key: 'mail', kind: 'email' }),
  question({ key: 'day', kind: 'date', from: '2030-01-01', to: null }),
  question({ key: 'agreed', kind: 'consent', statement: 'I agree.' }),
  question({ key: 'file', kind: 'file', mediaKinds: ['file'] }),
  question({ key: 'note', kind: 'info' }),
];

let learner: Person;
let cohort_id: string;
let enrollment: string;

beforeEach(async () => {
  learner = await school.person();
  cohort_id = await school.cohort();
  enrollment = await school.enrollment({ cohort_id, member_id: learner.memberId, status: 'active' });
});

/** An assignment of the questions to the cohort. */
const asking = async (row: object = {}, questions: object[] = QUESTIONS): Promise<string> => {
  const form_version_id = await school.formVersion({ content: content(...questions) });
  return school.formAssignment({ form_version_id, cohort_id, ...row });
};
const pathOf = (assignment: string, of = enrollment) => `/form-assignments/${assignment}/responses/${of}`;
const open = async (assignment: string, client: Client = learner.client) =>
  dataOf<Opened>(await client.get(pathOf(assignment)));
const save = (assignment: string, answers: object, revision = 0, client: Client = learner.client) =>
  client.put(pathOf(assignment), { revision, answers });
const submit = (assignment: string, answers: object, revision = 0, client: Client = learner.client) =>
  client.post(`${pathOf(assignment)}/submit`, { revision, answers });

describe('a draft', () => {
  it('keeps what was saved, changes what is sent, and takes back what is null', async () => {
    const assignment = await asking();
    expect(await open(assignment)).toMatchObject({ standing: 'not_started', response: null, locked: null });
    const first = dataOf<FormResponse>(await save(assignment, { rhythm: 'rarely', why: '  Busy  ', plans: [] }));
    expect(first).toMatchObject({ status: 'draft', revision: 1, answers: { rhythm: 'rarely', why: 'Busy' } });
    const second = dataOf<FormResponse>(await save(assignment, { why: null, hours: 2.5 }, 1));
    expect(second).toMatchObject({ revision: 2, answers: { rhythm: 'rarely', hours: 2.5 } });
    expect(Object.keys(second.answers).sort()).toEqual(['hours', 'rhythm']);
    expect(refusal(await save(assignment, { hours: 3 }, 1))).toEqual([409, 'form_response_changed']);
    expect(await open(assignment)).toMatchObject({ standing: 'draft', response: { revision: 2 } });
  });

  it('is seen by the person enrolled alone', async () => {
    const assignment = await asking();
    const { id } = dataOf<FormResponse>(await save(assignment, { why: 'A canary' }));
    for (const client of [
      school.owner.client,
      (await school.person('MEMBER', { role: 'coach', cohortId: cohort_id })).client,
    ]) {
      const opened = await client.get(pathOf(assignment));
      expect(dataOf<Opened>(opened)).toMatchObject({ standing: 'draft', response: null });
      expect(opened.text).not.toContain('canary');
      expect((await client.get(`/form-responses/${id}`)).status).toBe(404);
      expect(
        (await client.post(`/form-responses/${id}/reopen`, { until: new Date(app.now().getTime() + DAY) })).status,
      ).toBe(404);
    }
    const form = await school.formOf('form_assignments', assignment);
    const listed = await school.owner.client.get(`/form-responses?formId=${form}`);
    expect(dataOf<{ items: unknown[] }>(listed).items).toEqual([]);
    const counts = await school.owner.client.get(`/form-assignments/${assignment}`);
    expect(dataOf(counts)).toMatchObject({ counts: { asked: 1, draft: 1, submitted: 0 } });
  });

  it('is in no replay for anybody else, and a submission in none for whoever does not reach the enrollment', async () => {
    const assignment = await asking();
    const fellow = await school.enrollment({ cohort_id, status: 'active' });
    const director = school.owner.client;
    const coach = (await school.person('MEMBER', { role: 'coach', enrollmentId: fellow })).client;
    const saving = { idempotencyKey: 'a-draft-that-is-of-the-learner' };
    const sending = { idempotencyKey: 'a-submission-of-the-learner' };
    const draft = { revision: 0, answers: { rhythm: 'rarely', why: 'canary' } };
    await learner.client.put(pathOf(assignment), draft, saving);
    await learner.client.post(`${pathOf(assignment)}/submit`, { revision: 1 }, sending);
    for (const client of [director, coach]) {
      const replay = await client.put(pathOf(assignment), draft, saving);
      expect([replay.status, replay.text.includes('canary')]).toEqual([404, false]);
    }
    const replays = await Promise.all(
      [director, coach].map((client) => client.post(`${pathOf(assignment)}/submit`, { revision: 1 }, sending)),
    );
    expect(replays.map(({ status }) => status)).toEqual([200, 404]);
    expect((await learner.client.put(pathOf(assignment), draft, saving)).status).toBe(200);
  });

  it('refuses answers that do not fit their question, by their key, and keeps nothing of them', async () => {
    const assignment = await asking();
    const media = {
      others: await school.media('file'),
      image: await school.media('image', { created_by: learner.accountId }),
    };
    const digest = await school.digest();
    const CASES: Record<string, unknown[]> = {
      rhythm: ['daily', 5, ['weekly'], true],
      why: ['x'.repeat(10_001), 5, ['text'], 'a\u0000b'],
      plans: ['weekly', ['daily'], ['weekly', 'weekly'], [5]],
      hours: ['2', 2.55, -1, 41, true, 1e21],
      mail: ['ada', 5],
      day: ['2030-02-30', '2029-12-31', 20300101],
      agreed: ['true', 1],
      file: ['no-id', media.others, media.image, school.id],
      note: ['text'],
      unknown: ['text'],
      constructor: ['text', { prototype: 1 }, 1],
      toString: ['text'],
    };
    for (const [key, values] of Object.entries(CASES)) {
      for (const value of values) {
        expect([key, value, refusal(await save(assignment, { [key]: value }))]).toEqual([
          key,
          value,
          [400, `answers.${key}`],
        ]);
      }
    }
    expect(await school.digest()).toBe(digest);
    const own = await school.media('file', { created_by: learner.accountId });
    const saved = dataOf<{ media: { mediaId: string }[] }>(await save(assignment, { file: own }));
    expect(saved.media.map(({ mediaId }) => mediaId)).toEqual([own]);
    expect(refusal(await school.owner.client.delete(`/media/${own}`))).toEqual([409, 'media_in_use']);
  });
});

it('a question may have the name of a property that every object has', async () => {
  const assignment = await asking({}, [
    question({ key: 'constructor', kind: 'file', mediaKinds: ['file'] }),
    question(),
  ]);
  const submitted = dataOf<FormResponse>(await submit(assignment, { plans: 'Ask' }));
  expect([submitted.answers, submitted.ignored]).toEqual([{ plans: 'Ask' }, []]);
  const { id } = dataOf<FormResponse>(await school.owner.client.get(`/form-responses/${submitted.id}`));
  expect(id).toBe(submitted.id);
});

it('a file that a draft no longer names can be deleted', async () => {
  const assignment = await asking();
  const [first, second] = [
    await school.media('file', { created_by: learner.accountId }),
    await school.media('file', { created_by: learner.accountId }),
  ];
  await save(assignment, { file: first });
  await save(assignment, { file: second }, 1);
  const remove = (media: string) => school.owner.client.delete(`/media/${media}`);
  expect((await remove(first)).status).toBe(200);
  expect(refusal(await remove(second))).toEqual([409, 'media_in_use']);
});

describe('a submission', () => {
  it('needs what is shown and required, leaves out what is hidden, and names it', async () => {
    const assignment = await asking();
    expect(refusal(await submit(assignment, {}))).toEqual([400, 'answers.rhythm']);
    expect(refusal(await submit(assignment, { rhythm: 'rarely' }))).toEqual([400, 'answers.why']);
    expect(refusal(await submit(assignment, { rhythm: 'weekly', plans: ['weekly', 'rarely'] }))).toEqual([
      400,
      'answers.plans',
    ]);
    const sent = { rhythm: 'weekly', why: 'Hidden canary', hours: 0 };
    const submitted = dataOf<FormResponse>(await submit(assignment, sent));
    expect(submitted).toMatchObject({ status: 'submitted', answers: { rhythm: 'weekly', hours: 0 }, ignored: ['why'] });
    expect(submitted.answers).not.toHaveProperty('why');
    const { audit, events } = await school.trail();
    expect(JSON.stringify([audit, events])).not.toContain('canary');
    expect(events.map(({ name }) => name)).toEqual(['form_response.submitted']);
    expect(app.logged()).not.toContain('canary');
  });

  it('is one, of fifty that are sent at the same time', async () => {
    const assignment = await asking();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => submit(assignment, { rhythm: 'weekly', hours: index % 40 })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const { rows } = await school.rows('select 1 from form_responses where organization_id = $1');
    expect(rows).toHaveLength(1);
  });

  it('can be changed for the hours of the assignment, counted from the first, and keeps what it was', async () => {
    const assignment = await asking({ edit_hours: 2 });
    const first = dataOf<FormResponse>(await submit(assignment, { rhythm: 'weekly', hours: 1 }));
    expect(refusal(await save(assignment, { hours: 2 }, 1))).toEqual([409, 'form_response_submitted']);
    app.moveClock(HOUR);
    const second = dataOf<FormResponse>(await submit(assignment, { hours: 2 }, 1));
    expect(second).toMatchObject({ id: first.id, revision: 2, editableUntil: first.editableUntil });
    const { events } = await school.trail();
    expect(events.map(({ name }) => name)).toEqual(['form_response.submitted', 'form_response.updated']);
    const { client } = school.owner;
    for (const [revision, hours] of [
      [1, 1],
      [2, 2],
    ]) {
      const read = await client.get(`/form-responses/${first.id}?revision=${revision}`);
      expect(dataOf<FormResponse>(read)).toMatchObject({ revision, answers: { rhythm: 'weekly', hours } });
    }
    expect((await client.get(`/form-responses/${first.id}?revision=3`)).status).toBe(404);
    app.moveClock(2 * HOUR + 1000);
    expect(refusal(await submit(assignment, { hours: 3 }, 2))).toEqual([409, 'form_response_not_editable']);
    expect((await open(assignment)).locked).toEqual({ reason: 'not_editable', opensAt: null });
    const reopened = await client.post(`/form-responses/${first.id}/reopen`, {
      until: new Date(app.now().getTime() + DAY).toISOString(),
    });
    expect(reopened.status).toBe(200);
    await client.post(`/form-assignments/${assignment}/close`, {});
    expect((await submit(assignment, { hours: 3 }, 2)).status).toBe(200);
    app.moveClock(2 * HOUR + DAY + 2000);
    expect(refusal(await submit(assignment, { hours: 4 }, 3))).toEqual([409, 'form_response_not_editable']);
    app.moveClock(0);
  });

  it('waits for the opening and ends with the closing, by time or by hand, and asks those who are there', async () => {
    const soon = new Date(app.now().getTime() + HOUR);
    const later = await asking({ opens_at: soon });
    expect(refusal(await submit(later, { rhythm: 'weekly' }))).toEqual([409, 'form_not_open_yet']);
    expect((await open(later)).locked).toEqual({ reason: 'not_open_yet', opensAt: soon.toISOString() });
    const over = await asking({ closes_at: new Date(app.now().getTime() - 1000) });
    expect(refusal(await save(over, { rhythm: 'weekly' }))).toEqual([409, 'form_assignment_closed']);
    const { client } = school.owner;
    const closesAt = new Date(app.now().getTime() + HOUR).toISOString();
    expect(dataOf(await client.patch(`/form-assignments/${over}`, { closesAt }))).toMatchObject({ status: 'open' });
    expect((await save(over, { rhythm: 'weekly' })).status).toBe(200);
    await client.post(`/form-assignments/${over}/close`, {});
    expect(refusal(await client.patch(`/form-assignments/${over}`, { closesAt }))).toEqual([
      409,
      'form_assignment_closed',
    ]);
    const assignment = await asking();
    for (const status of ['pending', 'withdrawn', 'failed']) {
      await school.rows('update enrollments set status = $2 where organization_id = $1', status);
      expect([status, refusal(await save(assignment, { rhythm: 'weekly' }))]).toEqual([
        status,
        [409, 'enrollment_not_asked'],
      ]);
    }
    const elsewhere = await school.enrollment({ member_id: learner.memberId, status: 'active' });
    expect((await learner.client.get(pathOf(assignment, elsewhere))).status).toBe(404);
  });

  it('waits for a lesson that is locked', async () => {
    const { rows } = await school.rows<{ program_id: string }>(
      'select program_id from cohorts where organization_id = $1 and id = $2',
      cohort_id,
    );
    const course_id = await school.course({ program_id: rows[0].program_id, status: 'published' });
    const opensAt = new Date(app.now().getTime() + DAY);
    const section_id = await school.courseSection({ course_id, availability_kind: 'at', available_at: opensAt });
    const lesson_id = await school.lesson({ course_id, section_id, status: 'published' });
    const assignment = await asking({ lesson_id });
    expect(refusal(await save(assignment, { rhythm: 'weekly' }))).toEqual([409, 'lesson_locked']);
    const mine = await learner.client.get('/me/forms');
    expect(dataOf<{ items: Opened[] }>(mine).items.map(({ locked }) => locked)).toEqual([
      { reason: 'lesson_locked', opensAt: opensAt.toISOString() },
    ]);
    app.moveClock(DAY + 1000);
    expect((await save(assignment, { rhythm: 'weekly' })).status).toBe(200);
    app.moveClock(0);
  });

  it('records answers with a measure, records a changed one anew, and voids them with itself', async () => {
    const { rows } = await school.rows<{ program_id: string }>(
      'select program_id from cohorts where organization_id = $1 and id = $2',
      cohort_id,
    );
    const [{ program_id }] = rows;
    const outcomeMeasureId = await school.outcomeMeasure({ program_id, self_report: true });
    const scale = question({
      key: 'sure',
      kind: 'scale',
      min: 0,
      max: 10,
      measure: { outcomeMeasureId, kind: 'reading' },
    });
    const form_version_id = await school.formVersion({ program_id, content: content(scale, question()) });
    const assignment = await school.formAssignment({ form_version_id, cohort_id, edit_hours: 1 });
    const entries = async () => {
      const { rows: found } = await school.rows<{ id: string; value: string; voided: boolean }>(
        'select id, value, voided_at is not null as voided from outcome_entries where organization_id = $1 order by id',
      );
      return found.map(({ value, voided }) => [Number(value), voided]);
    };
    const first = dataOf<FormResponse>(await submit(assignment, { sure: 6 }));
    expect([first.outcomeEntryIds.length, await entries()]).toEqual([1, [[6, false]]]);
    const same = dataOf<FormResponse>(await submit(assignment, { plans: 'Ask' }, 1));
    expect(same.outcomeEntryIds).toEqual(first.outcomeEntryIds);
    await submit(assignment, { sure: 7 }, 2);
    expect(await entries()).toEqual([
      [6, true],
      [7, false],
    ]);
    expect((await school.owner.client.post(`/form-responses/${first.id}/void`, { reason: 'Mistaken' })).status).toBe(
      200,
    );
    expect(await entries()).toEqual([
      [6, true],
      [7, true],
    ]);
    expect((await submit(assignment, { sure: 1 })).status).toBe(200);
    const { events } = await school.trail();
    expect(events.map(({ name }) => String(name)).filter((name) => name.startsWith('outcome.'))).toEqual([
      ...['outcome.recorded', 'outcome.voided', 'outcome.recorded', 'outcome.voided', 'outcome.recorded'],
    ]);
  });

  it('is assigned to members only where they report its measures themselves', async () => {
    const program_id = await school.program();
    const outcomeMeasureId = await school.outcomeMeasure({ program_id });
    const scale = question({ kind: 'scale', min: 0, max: 10, measure: { outcomeMeasureId, kind: 'reading' } });
    const version = await school.formVersion({ program_id, content: content(scale) });
    const form = await school.formOf('form_versions', version);
    const assign = (answeredBy: string) =>
      school.owner.client.post(`/forms/${form}/assignments`, { programId: program_id, answeredBy });
    expect(refusal(await assign('member'))).toEqual([400, 'formVersionId']);
    expect((await assign('staff')).status).toBe(201);
  });

  it('loses texts, addresses, dates and files for good, in every revision and every replay', async () => {
    const assignment = await asking({ edit_hours: 1 });
    const file = await school.media('file', { created_by: learner.accountId });
    const answers = { rhythm: 'rarely', why: 'canary', hours: 2, mail: 'canary@example.com', day: '2031-01-01', file };
    const key = { idempotencyKey: 'the-first-submission-of-this' };
    await learner.client.post(`${pathOf(assignment)}/submit`, { revision: 0, answers }, key);
    const { id } = dataOf<FormResponse>(await submit(assignment, { hours: 3 }, 1));
    const redact = (client: Client) => client.post(`/form-responses/${id}/redact`, { reason: 'Asked for' });
    const director = await school.person('MEMBER', { role: 'program_director' });
    expect((await redact(director.client)).status).toBe(403);
    const redacted = await redact(school.owner.client);
    expect(dataOf<FormResponse>(redacted)).toMatchObject({
      answers: { rhythm: 'rarely', why: null, hours: 3, mail: null, day: null, file: null },
      redactedAt: expect.any(String) as unknown,
    });
    expect(refusal(await redact(school.owner.client))).toEqual([409, 'form_response_redacted']);
    expect(refusal(await submit(assignment, { why: 'canary' }, 2))).toEqual([409, 'form_response_redacted']);
    expect((await open(assignment)).locked).toEqual({ reason: 'redacted', opensAt: null });
    const former = await school.owner.client.get(`/form-responses/${id}?revision=1`);
    expect(dataOf<FormResponse>(former).answers).toMatchObject({ hours: 2, why: null });
    const replay = await learner.client.post(`${pathOf(assignment)}/submit`, { revision: 0, answers }, key);
    expect(refusal(replay)).toEqual([409, 'result_erased']);
    expect(await school.digest()).not.toContain('canary');
  });
});

describe('who answers', () => {
  it('is the person enrolled, or the staff about somebody else, and nobody else finds it', async () => {
    const [byMember, byStaff] = [await asking(), await asking({ answered_by: 'staff' })];
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: cohort_id });
    const other = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const fellow = await school.person();
    await school.enrollment({ cohort_id, member_id: fellow.memberId, status: 'active' });
    const stranger = await school.person();
    const statusOf = async (assignment: string, client: Client) =>
      (await save(assignment, { rhythm: 'weekly' }, 0, client)).status;
    expect(await statusOf(byMember, coach.client)).toBe(403);
    expect(await statusOf(byStaff, learner.client)).toBe(404);
    for (const assignment of [byMember, byStaff]) {
      expect(await statusOf(assignment, other.client)).toBe(404);
      expect(await statusOf(assignment, fellow.client)).toBe(404);
      expect(await statusOf(assignment, stranger.client)).toBe(403);
    }
    expect(await statusOf(byMember, learner.client)).toBe(200);
    expect(await statusOf(byStaff, coach.client)).toBe(200);
    await school.assign(learner.memberId, { role: 'coach', cohortId: cohort_id });
    expect((await save(byStaff, { rhythm: 'rarely' }, 1, learner.client)).status).toBe(403);
    expect(dataOf<{ items: unknown[] }>(await learner.client.get('/me/forms')).items).toHaveLength(1);
    expect(dataOf<{ items: unknown[] }>(await stranger.client.get('/me/forms')).items).toEqual([]);
  });

  it('is counted by whoever reaches them', async () => {
    const assignment = await asking();
    const others = await Promise.all([1, 2].map(() => school.enrollment({ cohort_id, status: 'active' })));
    await school.enrollment({ cohort_id, status: 'withdrawn' });
    await submit(assignment, { rhythm: 'weekly' });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: others[0] });
    const counts = async (client: Client) =>
      dataOf<{ counts: object }>(await client.get(`/form-assignments/${assignment}`)).counts;
    expect(await counts(school.owner.client)).toEqual({ asked: 3, draft: 0, submitted: 1 });
    expect(await counts(coach.client)).toEqual({ asked: 1, draft: 0, submitted: 0 });
    const standings = async (client: Client, query = '') =>
      dataOf<{ items: { enrollmentId: string; standing: string }[] }>(
        await client.get(`/form-assignments/${assignment}/standings${query}`),
      ).items.map(({ enrollmentId, standing }) => [enrollmentId, standing]);
    expect(await standings(school.owner.client, '?standing=submitted')).toEqual([[enrollment, 'submitted']]);
    expect(await standings(coach.client)).toEqual([[others[0], 'not_started']]);
    const far = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    expect((await far.client.get(`/form-assignments/${assignment}`)).status).toBe(404);
    expect(dataOf<{ items: unknown[] }>(await far.client.get('/form-assignments')).items).toEqual([]);
  });
});
