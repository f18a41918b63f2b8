import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import { content, question } from '../support/builders/form.js';
import type { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
const OPTIONS = ['yes', 'no'].map((value) => ({ value, label: value }));
const QUESTIONS = [
  question({ key: 'again', kind: 'choice', required: true, options: OPTIONS }),
  question({ key: 'mood', kind: 'scale', min: 0, max: 10 }),
  question({ key: 'words', kind: 'long_text' }),
];

const refusal = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};

let cohort_id: string;
let version: string;

beforeEach(async () => {
  cohort_id = await school.cohort();
  version = await school.formVersion({ content: content(...QUESTIONS) });
});

const asking = (row: object = {}) =>
  school.formAssignment({ form_version_id: version, cohort_id, anonymous: true, ...row });
const enrolled = async (): Promise<Person & { enrollment: string }> => {
  const person = await school.person();
  const enrollment = await school.enrollment({ cohort_id, member_id: person.memberId, status: 'active' });
  return { ...person, enrollment };
};
const pathOf = (assignment: string, enrollment: string) => `/form-assignments/${assignment}/responses/${enrollment}`;
const send = (assignment: string, { client, enrollment }: { client: Client; enrollment: string }, answers: object) =>
  client.post(`${pathOf(assignment, enrollment)}/submit`, { revision: 0, answers });
const results = (form: string, query: string, client: Client = school.owner.client) =>
  client.get(`/forms/${form}/results?${query}`);
const close = async (assignment: string) =>
  expect((await school.owner.client.post(`/form-assignments/${assignment}/close`)).status).toBe(200);

describe('an anonymous assignment', () => {
  it('is refused where staff answer, or where an answer would tell who gave it', async () => {
    const assign = async (body: object, ...questions: object[]) => {
      const form_version = await school.formVersion({ content: content(...questions) });
      const form = await school.formOf('form_versions', form_version);
      const whole = { cohortId: cohort_id, answeredBy: 'member', anonymous: true, ...body };
      return school.owner.client.post(`/forms/${form}/assignments`, whole);
    };
    expect(refusal(await assign({ answeredBy: 'staff' }, ...QUESTIONS))).toEqual([400, 'anonymous']);
    for (const one of [
      question({ kind: 'email' }),
      question({ kind: 'file', mediaKinds: ['file'] }),
      question({ kind: 'consent', statement: 'I agree.' }),
    ]) {
      expect(refusal(await assign({}, one))).toEqual([400, 'formVersionId']);
    }
    expect((await assign({}, ...QUESTIONS)).body).toMatchObject({ data: { anonymous: true } });
  });

  it('is sent in one go, once, and there is no response to read', async () => {
    const assignment = await asking();
    const learner = await enrolled();
    const path = pathOf(assignment, learner.enrollment);
    const saved = await learner.client.put(path, { revision: 0, answers: { mood: 3 } });
    expect(refusal(saved)).toEqual([409, 'form_sent_at_once']);
    expect(refusal(await send(assignment, learner, { mood: 3 }))).toEqual([400, 'answers.again']);
    const sent = await send(assignment, learner, { again: 'yes', mood: 3 });
    expect(dataOf(sent)).toEqual({ formAssignmentId: assignment, standing: 'submitted' });
    expect(refusal(await send(assignment, learner, { again: 'no' }))).toEqual([409, 'form_response_not_editable']);
    expect(dataOf(await learner.client.get(path))).toMatchObject({ standing: 'submitted', response: null });
    const own = dataOf<{ items: object[] }>(await learner.client.get('/me/forms'));
    expect(own.items).toMatchObject([{ standing: 'submitted', locked: { reason: 'not_editable' } }]);
    const form = await school.formOf('form_assignments', assignment);
    expect(dataOf(await school.owner.client.get(`/form-responses?formId=${form}`))).toMatchObject({ items: [] });
  });

  it('tells staff neither who has answered nor how many of a few', async () => {
    const assignment = await asking();
    const [learner, fellow] = [await enrolled(), await enrolled()];
    await send(assignment, learner, { again: 'yes' });
    const standings = dataOf(await school.owner.client.get(`/form-assignments/${assignment}/standings`));
    expect(standings).toEqual({ measured: false, reason: 'anonymous', items: [], nextCursor: null });
    const opened = await school.owner.client.get(pathOf(assignment, learner.enrollment));
    expect(dataOf(opened)).toMatchObject({ standing: null, response: null, locked: null });
    const counts = (client: Client) => client.get(`/form-assignments/${assignment}`);
    expect(dataOf(await counts(school.owner.client))).toMatchObject({ counts: { asked: 2, draft: 0, submitted: 1 } });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: fellow.enrollment });
    expect(dataOf(await counts(coach.client))).toMatchObject({ counts: null });
  });

  it('keeps nothing that joins an answer to its sender', async () => {
    const assignment = await asking();
    const learner = await enrolled();
    const key = 'a-key-of-the-learner';
    const body = { revision: 0, answers: { again: 'yes', mood: 7, words: 'A canary' } };
    const path = `${pathOf(assignment, learner.enrollment)}/submit`;
    expect((await learner.client.post(path, body, { idempotencyKey: key })).status).toBe(200);
    const again = { revision: 0, answers: { again: 'no' } };
    const replay = await learner.client.post(path, again, { idempotencyKey: key });
    expect([replay.status, replay.headers['idempotency-body-mismatch']]).toEqual([200, undefined]);

    const { audit, events } = await school.trail();
    expect(audit).toMatchObject([{ action: 'form_response.submitted', target_id: assignment, actor_id: null }]);
    expect(audit[0].correlation_id).not.toBe(replay.headers['x-correlation-id']);
    const formId = await school.formOf('form_assignments', assignment);
    expect(events.map(({ data }) => data)).toEqual([{ formId, formAssignmentId: assignment }]);
    const { rows: keys } = await app.rows.query<{ fingerprint: Buffer; result: unknown }>(
      'select fingerprint, result from idempotency_keys where key = $1',
      [key],
    );
    expect(keys).toEqual([
      { fingerprint: Buffer.alloc(0), result: { formAssignmentId: assignment, standing: 'submitted' } },
    ]);
    const { rows } = await app.rows.query<{ id: string }>(
      'select * from anonymous_responses where form_assignment_id = $1 order by id',
      [assignment],
    );
    expect(rows.map((row) => Object.keys(row).sort())).toEqual(
      rows.map(() => ['answer', 'form_assignment_id', 'id', 'key', 'organization_id']),
    );
    const { rows: participations } = await app.rows.query<Record<string, string>>(
      'select * from form_participations where form_assignment_id = $1',
      [assignment],
    );
    expect(Object.keys(participations[0]).sort()).toEqual(
      ['enrollment_id', 'form_assignment_id', 'id', 'organization_id'].sort(),
    );
    // UUIDv4: neither a time nor an order.
    for (const { id } of [...rows, ...participations]) expect(id[14]).toBe('4');
  });

  it('is replayed to nobody else: a key tells nobody who has answered', async () => {
    const assignment = await asking();
    const [learner, fellow] = [await enrolled(), await enrolled()];
    const path = `${pathOf(assignment, learner.enrollment)}/submit`;
    const send = (client: Client) =>
      client.post(path, { revision: 0, answers: { again: 'yes' } }, { idempotencyKey: 'submit-1' });
    expect((await send(learner.client)).status).toBe(200);
    expect((await send(school.owner.client)).status).toBe(404);
    expect((await send(fellow.client)).status).toBe(404);
    expect((await send(learner.client)).status).toBe(200);
  });

  it('keeps its version once it was answered, and its counts whatever becomes of an enrollment', async () => {
    const assignment = await asking();
    const [learner] = [await enrolled(), await enrolled()];
    const form = await school.formOf('form_assignments', assignment);
    const formVersionId = await school.formVersion({ form_id: form, number: 2, content: content(...QUESTIONS) });
    const patch = () => school.owner.client.patch(`/form-assignments/${assignment}`, { formVersionId });
    expect((await patch()).status).toBe(200);
    await send(assignment, learner, { again: 'yes' });
    expect(refusal(await patch())).toEqual([409, 'form_assignment_keeps_version']);
    const withdrawn = await school.owner.client.post(`/enrollments/${learner.enrollment}/close`, {
      result: 'withdrawn',
    });
    expect(withdrawn.status).toBe(200);
    const read = await school.owner.client.get(`/form-assignments/${assignment}`);
    expect(dataOf(read)).toMatchObject({ counts: { asked: 1, submitted: 1 } });
  });

  it('takes one response of an enrollment, however many are sent at once', async () => {
    const assignment = await asking();
    const learner = await enrolled();
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(assignment, learner, { again: 'yes' })));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.rows.query('select from anonymous_responses where form_assignment_id = $1', [
      assignment,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('has results once, when it is closed for good, from five answers on', async () => {
    const assignment = await asking();
    const form = await school.formOf('form_assignments', assignment);
    const learners = [];
    for (let number = 0; number < 6; number += 1) learners.push(await enrolled());
    for (const [index, learner] of learners.slice(0, 5).entries()) {
      const words = index < 4 ? { words: `Words ${index}` } : {};
      expect((await send(assignment, learner, { again: index < 2 ? 'yes' : 'no', mood: index, ...words })).status).toBe(
        200,
      );
    }
    const query = `formAssignmentId=${assignment}`;
    const open = dataOf<{ responses: object; questions: object[] }>(await results(form, query));
    const hidden = { measured: false, reason: 'not_closed' };
    expect([open.responses, ...open.questions]).toMatchObject([hidden, ...QUESTIONS.map(() => ({ result: hidden }))]);
    expect(dataOf(await results(form, ''))).toMatchObject({ responses: { measured: false, reason: 'none_submitted' } });
    await close(assignment);
    expect(dataOf(await results(form, query))).toMatchObject({
      responses: { measured: true, asked: 6, submitted: 5 },
      questions: [
        {
          key: 'again',
          result: {
            options: [
              { value: 'yes', count: 2 },
              { value: 'no', count: 3 },
            ],
          },
        },
        { key: 'mood', result: { mean: 2, median: 2, sample: 5 } },
        { key: 'words', result: { measured: false, reason: 'sample_too_small' } },
      ],
    });
    for (const field of ['cohortId', 'from', 'to']) {
      const value = field === 'cohortId' ? cohort_id : '2020-01-01T00:00:00Z';
      expect(refusal(await results(form, `${query}&${field}=${value}`))).toEqual([400, field]);
    }
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: learners[0].enrollment });
    expect(dataOf(await results(form, query, coach.client))).toMatchObject({
      responses: { measured: false, reason: 'not_whole' },
    });
    const whole = await school.person('MEMBER', { role: 'coach', cohortId: cohort_id });
    expect(dataOf(await results(form, query, whole.client))).toMatchObject({ responses: { measured: true } });
  });

  it('shows its texts, in the order of random ids', async () => {
    const assignment = await asking();
    const form = await school.formOf('form_assignments', assignment);
    const words = Array.from({ length: 5 }, (_, index) => `Words ${index}`);
    for (const one of words) await send(assignment, await enrolled(), { again: 'yes', words: one });
    await close(assignment);
    const { questions } = dataOf<{ questions: { key: string; result: { answered: number; texts: string[] } }[] }>(
      await results(form, `formAssignmentId=${assignment}`),
    );
    const result = questions.find(({ key }) => key === 'words')?.result;
    expect([result?.answered, result?.texts.toSorted()]).toEqual([5, words]);
  });

  it('stays closed: a later end is refused, whoever or whatever closed it', async () => {
    const soon = new Date(app.now().getTime() + 60_000);
    const assignment = await asking({ closes_at: soon });
    app.moveClock(120_000);
    const later = { closesAt: new Date(app.now().getTime() + 3_600_000) };
    const refused = await school.owner.client.patch(`/form-assignments/${assignment}`, later);
    app.moveClock(0);
    expect(refusal(refused)).toEqual([409, 'form_assignment_closed']);
  });
});
