import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import { content, question } from '../support/builders/form.js';
import { whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Form {
  id: string;
  revision: number;
  status: string;
  draft: { title: string; questions: { key: string }[] };
  issues: { field: string; issue: string }[];
  versions: { id: string; number: number }[];
}

const refusal = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};

const create = async (body: object = {}) =>
  dataOf<Form>(await school.owner.client.post('/forms', { name: 'After the first week', ...body }));
const update = (form: Pick<Form, 'id' | 'revision'>, body: object) =>
  school.owner.client.patch(`/forms/${form.id}`, { revision: form.revision, ...body });
const publish = (form: Pick<Form, 'id' | 'revision'>) =>
  school.owner.client.post(`/forms/${form.id}/publish`, { revision: form.revision });
/** A form with a draft of these questions. */
const drafted = async (...questions: object[]) =>
  dataOf<Form>(await update(await create(), { content: content(...questions) }));

describe('a form', () => {
  it('begins with an empty draft, which cannot be published', async () => {
    const form = await create();
    expect(form.draft).toEqual({ title: 'After the first week', intro: null, questions: [] });
    expect(form.issues).toEqual([{ field: 'questions', issue: 'must have at least one question' }]);
    expect(refusal(await publish(form))).toEqual([400, 'questions']);
  });

  it('is changed and published by whoever has read its last revision', async () => {
    const form = await drafted(question());
    expect(refusal(await update({ ...form, revision: form.revision - 1 }, { name: 'Mine' }))).toEqual([
      409,
      'form_changed',
    ]);
    expect(refusal(await publish({ ...form, revision: form.revision + 1 }))).toEqual([409, 'form_changed']);
    const published = dataOf<Form>(await publish(form));
    expect([published.status, published.versions.map(({ number }) => number)]).toEqual(['published', [1]]);
    expect(refusal(await publish(published))).toEqual([409, 'form_nothing_new']);
  });

  it('is published once by those who publish one revision at the same time', async () => {
    const form = await drafted(question());
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it('keeps its versions as they were published, whatever becomes of the draft', async () => {
    const published = dataOf<Form>(await publish(await drafted(question({ label: 'First' }))));
    const changed = dataOf<Form>(await update(published, { content: content(question({ label: 'Second' })) }));
    const again = dataOf<Form>(await publish(changed));
    const labels = await Promise.all(
      again.versions.map(async ({ id }) => {
        const version = await school.owner.client.get(`/form-versions/${id}`);
        return dataOf<{ content: { questions: { label: string }[] } }>(version).content.questions[0].label;
      }),
    );
    expect(labels).toEqual(['Second', 'First']);
  });

  it('gives a key the meaning that it was published with, also after a version without it', async () => {
    const hours = question({ key: 'hours', kind: 'number', decimals: 1, unit: 'hours' });
    let form = dataOf<Form>(await publish(await drafted(hours)));
    form = dataOf<Form>(await publish(dataOf(await update(form, { content: content(question()) }))));
    for (const [change, field] of [
      [{ kind: 'text', decimals: undefined, unit: undefined }, 'kind'],
      [{ decimals: 2 }, 'decimals'],
      [{ unit: 'days' }, 'unit'],
    ] as const) {
      form = dataOf<Form>(await update(form, { content: content({ ...hours, ...change }) }));
      expect(form.issues.map((issue) => issue.field)).toContain(`questions.0.${field}`);
      expect((await publish(form)).status).toBe(400);
    }
    form = dataOf<Form>(await update(form, { content: content({ ...hours, label: 'Hours this week' }) }));
    expect((await publish(form)).status).toBe(200);
  });

  it('stores a draft that cannot be published, and names what is wrong with it', async () => {
    const option = (value: string) => ({ value, label: value });
    const choice = question({ key: 'one', kind: 'choice', options: [option('x'), option('y')] });
    const CASES: [object, string][] = [
      [question({ key: 'one' }), 'questions.1.key'],
      [question({ kind: 'choice', options: [option('x')] }), 'questions.1.options'],
      [question({ kind: 'choice', options: [option('x'), option('x')] }), 'questions.1.options.1.value'],
      [question({ kind: 'scale', min: 5, max: 1 }), 'questions.1.max'],
      [question({ kind: 'number', min: 0.25, decimals: 1 }), 'questions.1.min'],
      [question({ kind: 'date', from: '2030-02-01', to: '2030-01-01' }), 'questions.1.to'],
      [question({ kind: 'multi', options: [option('x'), option('y')], minCount: 3 }), 'questions.1.minCount'],
      [question({ visibleIf: { question: 'plans', answered: true } }), 'questions.1.visibleIf'],
      [question({ visibleIf: { question: 'unknown', answered: true } }), 'questions.1.visibleIf'],
      [question({ visibleIf: { question: 'one', in: ['z'] } }), 'questions.1.visibleIf'],
      [question({ visibleIf: { question: 'one', from: 1 } }), 'questions.1.visibleIf'],
      [question({ kind: 'text', measure: { outcomeMeasureId: school.id, kind: 'reading' } }), 'questions.1.measure'],
      [
        question({ kind: 'scale', min: 0, max: 5, measure: { outcomeMeasureId: school.id, kind: 'reading' } }),
        'questions.1.measure.outcomeMeasureId',
      ],
    ];
    for (const [wrong, field] of CASES) {
      const form = await drafted(choice, wrong);
      expect([field, form.issues.map((issue) => issue.field)]).toEqual([field, [field]]);
      expect(refusal(await publish(form))).toEqual([400, field]);
    }
  });

  it('refuses what has no meaning at all, naming the field', async () => {
    const form = await create();
    const CASES: [object, string][] = [
      [question({ kind: 'scale', min: -1, max: 5 }), 'content.questions.0.min'],
      [question({ kind: 'scale', max: 5 }), 'content.questions.0.min'],
      [question({ kind: 'text', maxLength: 501 }), 'content.questions.0.maxLength'],
      [question({ kind: 'text', options: [] }), 'content.questions.0.options'],
      [question({ kind: 'choice' }), 'content.questions.0.options'],
      [question({ key: 'Plans' }), 'content.questions.0.key'],
      [question({ visibleIf: { question: 'one' } }), 'content.questions.0.visibleIf'],
      [question({ visibleIf: { all: [{ question: 'one', answered: true }] } }), 'content.questions.0.visibleIf'],
      [question({ visibleIf: { question: 'one', in: [] } }), 'content.questions.0.visibleIf'],
      [question({ visibleIf: { question: 'one', matches: '.*' } }), 'content.questions.0.visibleIf'],
      [question({ visibleIf: { constructor: 'x' } }), 'content.questions.0.visibleIf'],
    ];
    const digest = await school.digest();
    for (const [wrong, field] of CASES) {
      expect([field, refusal(await update(form, { content: content(wrong) }))]).toEqual([field, [400, field]]);
    }
    const many = Array.from({ length: 101 }, (_, index) => question({ key: `q${index}` }));
    expect(refusal(await update(form, { content: content(...many) }))).toEqual([400, 'content.questions']);
    expect(await school.digest()).toBe(digest);
  });

  it('measures by active measures of its own program that admit every answer', async () => {
    const programId = await school.program();
    const bounds = { program_id: programId, min: 1, max: 10, decimals: 0 };
    const measures = {
      own: await school.outcomeMeasure(bounds),
      archived: await school.outcomeMeasure({ ...bounds, key: 'archived', status: 'archived' }),
      other: await school.outcomeMeasure(),
    };
    const form = await create({ programId });
    const fieldsOf = async (outcomeMeasureId: string, fields: object) => {
      const measure = { outcomeMeasureId, kind: 'reading' };
      const { revision } = dataOf<Form>(await school.owner.client.get(`/forms/${form.id}`));
      const asked = question({ kind: 'number', measure, ...fields });
      return dataOf<Form>(await update({ ...form, revision }, { content: content(asked) })).issues.map(
        ({ field }) => field,
      );
    };
    expect(await fieldsOf(measures.own, { min: 1, max: 10 })).toEqual([]);
    for (const fields of [{}, { min: 0, max: 10 }, { min: 1, max: 11 }, { min: 1, max: 10, decimals: 1 }]) {
      expect(await fieldsOf(measures.own, fields)).toEqual(['questions.0.measure']);
    }
    for (const id of [measures.archived, measures.other]) {
      expect(await fieldsOf(id, { min: 1, max: 10 })).toEqual(['questions.0.measure.outcomeMeasureId']);
    }
  });

  it('is copied from any version, and archived where nobody is asked to answer it', async () => {
    const { versions, id } = dataOf<Form>(await publish(await drafted(question())));
    const copy = await create({ name: 'A copy', fromFormVersionId: versions[0].id });
    expect(copy.draft.questions.map(({ key }) => key)).toEqual(['plans']);
    const assigned = await school.owner.client.post(`/forms/${id}/assignments`, {
      cohortId: await school.cohort(),
      answeredBy: 'member',
    });
    const archive = () => school.owner.client.post(`/forms/${id}/archive`, {});
    expect(refusal(await archive())).toEqual([409, 'form_in_use']);
    await school.owner.client.post(`/form-assignments/${dataOf<{ id: string }>(assigned).id}/close`, {});
    expect((await archive()).status).toBe(200);
    const { revision } = dataOf<Form>(await school.owner.client.get(`/forms/${id}`));
    expect(refusal(await update({ id, revision }, { name: 'Later' }))).toEqual([409, 'form_archived']);
  });

  it('is one of 200 that are not archived, also where the last two are created at the same time', async () => {
    for (let count = 0; count < 199; count += 1) await school.form();
    await school.form({ status: 'archived', archived_at: school.app.now() });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => school.owner.client.post('/forms', { name: 'One more' })),
    );
    expect(answers.map(refusal).sort()).toEqual([[201, ''], ...Array<unknown>(3).fill([409, 'form_limit'])].sort());
  });

  it('is one of 200, however many are created at once when there is none', async () => {
    const send = () => school.owner.client.post('/forms', { name: 'One more' });
    const held = 'select 1 from members where organization_id = $1 for update';
    const last = await whileHeld(school, { sql: held }, async ({ waiting, release }) => {
      const both = [send(), send()];
      await waiting(...both);
      for (let count = 0; count < 199; count += 1) await school.form();
      await release();
      return Promise.all(both);
    });
    expect(last.map(refusal).sort()).toEqual([
      [201, ''],
      [409, 'form_limit'],
    ]);
  });

  it('is of the program of a director who creates it, or of the organization of one who directs all', async () => {
    const programId = await school.program();
    const { client } = await school.person('MEMBER', { role: 'program_director', programId });
    const createIn = (program: string | null) => client.post('/forms', { name: 'Mine', programId: program });
    expect((await createIn(programId)).status).toBe(201);
    expect(refusal(await createIn(null))).toEqual([403, '']);
    expect(refusal(await createIn(await school.program()))).toEqual([403, '']);
    expect((await client.patch(`/forms/${await school.form()}`, { revision: 1, name: 'Mine' })).status).toBe(403);
  });
});
