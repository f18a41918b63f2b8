import { expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { content, question } from '../support/builders/form.js';
import type { Client } from '../support/client.js';
import { Dice } from '../support/dice.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

interface Results {
  scope: string;
  responses: object;
  questions: { key: string; kind: string; label: string; versions: number[]; result: Record<string, unknown> }[];
}

interface Sent {
  enrollment: string;
  answers: Record<string, unknown>;
}

const results = async (form: string, query = '', client: Client = school.owner.client) =>
  dataOf<Results>(await client.get(`/forms/${form}/results${query}`));

const OPTIONS = ['a', 'b', 'c', 'd'];
const NONE = { measured: false, reason: 'none_submitted' };

/** So many of the items at least, in any order. */
function some<Item>(dice: Dice, items: readonly Item[], least: number): Item[] {
  return dice.shuffle(items).slice(0, least + dice.below(items.length - least + 1));
}

/** A random version of a form: some of its questions, each with a label of this version. */
function versionOf(dice: Dice, number: number): Record<string, unknown>[] {
  const options = some(dice, OPTIONS, 2).map((value) => ({ value, label: `${value} in ${number}` }));
  const all = [
    question({ key: 'one', kind: 'choice', label: `one ${number}`, options }),
    question({ key: 'many', kind: 'multi', label: `many ${number}`, options }),
    question({ key: 'scale', kind: 'scale', label: `scale ${number}`, min: 0, max: 5 }),
    question({ key: 'amount', kind: 'number', label: `amount ${number}`, decimals: 1, min: 0, max: 3 }),
    question({ key: 'agreed', kind: 'consent', label: `agreed ${number}`, statement: 'Yes' }),
    question({ key: 'words', kind: 'text', label: `words ${number}` }),
  ] as Record<string, unknown>[];
  return some(dice, all, 1);
}

function answerTo(dice: Dice, { kind, options }: Record<string, unknown>): unknown {
  const values = ((options ?? []) as { value: string }[]).map(({ value }) => value);
  if (kind === 'choice') return dice.pick(values);
  if (kind === 'multi') return some(dice, values, 1);
  if (kind === 'scale') return dice.below(6);
  if (kind === 'number') return dice.below(31) / 10;
  return kind === 'consent' ? dice.below(2) === 1 : `Words ${dice.below(100)}`;
}

/** The results by walking through every response that was sent. */
function recount(versions: Record<string, unknown>[][], sent: readonly Sent[]) {
  const newestFirst = versions.map((questions, index) => ({ questions, number: index + 1 })).reverse();
  const keys = [...new Set(newestFirst.flatMap(({ questions }) => questions.map(({ key }) => String(key))))];
  return keys.map((key) => {
    const asking = newestFirst.filter(({ questions }) => questions.some((one) => one.key === key));
    const all = asking.map(({ questions }) => questions.find((one) => one.key === key) as Record<string, unknown>);
    const answers = sent.flatMap(({ answers: given }) => (key in given ? [given[key]] : []));
    const { kind, label } = all[0];
    const counts = (of: unknown) => answers.flat().filter((one) => one === of).length;
    const numbers = (answers as number[]).toSorted((one, other) => one - other);
    const labels = new Map<string, string>();
    for (const { value, label: text } of all.flatMap(
      ({ options = [] }) => options as { value: string; label: string }[],
    )) {
      if (!labels.has(value)) labels.set(value, text);
    }
    const middle = numbers.length / 2;
    const result = {
      choice: () => ({ options: [...labels].map(([value, text]) => ({ value, label: text, count: counts(value) })) }),
      consent: () => ({ given: counts(true), refused: counts(false) }),
      words: () => ({ answered: answers.length }),
      numbers: () => ({
        mean: expect.closeTo(numbers.reduce((sum, value) => sum + value, 0) / numbers.length, 8) as unknown,
        median:
          numbers.length % 2 === 1
            ? numbers[Math.floor(middle)]
            : (expect.closeTo((numbers[middle - 1] + numbers[middle]) / 2, 8) as unknown),
        sample: numbers.length,
        counts: [...new Set(numbers)].map((value) => ({ value, count: counts(value) })),
      }),
    };
    const how = { choice: 'choice', multi: 'choice', consent: 'consent', text: 'words' }[String(kind)] ?? 'numbers';
    const versionsOf = asking.map(({ number }) => number).reverse();
    const counted = answers.length === 0 ? NONE : { measured: true, ...result[how as keyof typeof result]() };
    return { key, kind, label, versions: versionsOf, result: counted };
  });
}

it.each([1, 2, 3])('are a plain recount of what was sent, whatever was published meanwhile: seed %i', async (seed) => {
  const dice = new Dice(seed);
  const { client } = school.owner;
  let form = dataOf<{ id: string; revision: number }>(await client.post('/forms', { name: 'Weekly' }));
  const cohort_id = await school.cohort();
  const enrollments = await Promise.all(
    Array.from({ length: 6 }, () => school.enrollment({ cohort_id, status: 'active' })),
  );
  const versions: Record<string, unknown>[][] = [];
  const sent: Sent[] = [];
  for (const number of [1, 2, 3]) {
    const questions = versionOf(dice, number);
    versions.push(questions);
    const draft = { revision: form.revision, content: content(...questions) };
    form = dataOf(await client.patch(`/forms/${form.id}`, draft));
    form = dataOf(await client.post(`/forms/${form.id}/publish`, { revision: form.revision }));
    const body = { cohortId: cohort_id, answeredBy: 'staff' };
    const assigned = await client.post(`/forms/${form.id}/assignments`, body);
    const assignment = dataOf<{ id: string }>(assigned).id;
    for (const enrollment of enrollments) {
      const answers: Record<string, unknown> = {};
      for (const one of some(dice, questions, 0)) answers[String(one.key)] = answerTo(dice, one);
      const path = `/form-assignments/${assignment}/responses/${enrollment}`;
      const fate = dice.pick(['submitted', 'submitted', 'submitted', 'draft', 'voided', 'none']);
      if (fate === 'none') continue;
      if (fate === 'draft') {
        await client.put(path, { revision: 0, answers });
        continue;
      }
      const submitted = await client.post(`${path}/submit`, { revision: 0, answers });
      expect(dataOf<{ answers: object }>(submitted).answers).toEqual(answers);
      if (fate === 'submitted') sent.push({ enrollment, answers });
      else await client.post(`/form-responses/${dataOf<{ id: string }>(submitted).id}/void`, { reason: 'Mistaken' });
    }
  }
  const read = await results(form.id);
  expect(read.questions).toEqual(recount(versions, sent));
  const asked = enrollments.length * 3;
  expect(read.responses).toEqual({ measured: true, asked, submitted: sent.length, rate: sent.length / asked });
  const listed = dataOf<{ items: { enrollmentId: string; answers: object }[] }>(
    await client.get(`/form-responses?formId=${form.id}&status=submitted&limit=100`),
  ).items.map(({ enrollmentId, answers }) => JSON.stringify([enrollmentId, Object.entries(answers).sort()]));
  expect(listed.sort()).toEqual(
    sent.map(({ enrollment, answers }) => JSON.stringify([enrollment, Object.entries(answers).sort()])).sort(),
  );
  const coached = enrollments.slice(0, 2);
  const coach = await school.person(
    'MEMBER',
    ...coached.map((enrollmentId) => ({ role: 'coach', enrollmentId }) as const),
  );
  const reached = await results(form.id, '', coach.client);
  const theirs = sent.filter(({ enrollment }) => coached.includes(enrollment));
  expect([reached.scope, reached.questions]).toEqual(['assigned', recount(versions, theirs)]);
});

it('are of an assignment, a cohort and a period, and of nobody where nobody is asked', async () => {
  const form_version_id = await school.formVersion();
  const [one, other] = [
    await school.formAssignment({ form_version_id }),
    await school.formAssignment({ form_version_id }),
  ];
  const { rows } = await school.rows<{ id: string; form_id: string; cohort_id: string }>(
    'select id, form_id, cohort_id from form_assignments where organization_id = $1',
  );
  const [{ form_id }] = rows;
  expect(await results(form_id)).toMatchObject({ responses: NONE, questions: [{ key: 'plans', result: NONE }] });
  await school.formResponse({ form_assignment_id: one, status: 'submitted' });
  await school.formResponse({ form_assignment_id: other, status: 'submitted' });
  const answered = async (query: string) => (await results(form_id, query)).questions[0].result;
  expect(await answered('')).toEqual({ measured: true, answered: 2 });
  expect(await answered(`?formAssignmentId=${one}`)).toEqual({ measured: true, answered: 1 });
  expect(await answered(`?cohortId=${rows[0].cohort_id}`)).toEqual({ measured: true, answered: 1 });
  const now = app.now().getTime();
  const at = (ms: number) => new Date(now + ms).toISOString();
  expect(await answered(`?from=${at(-60_000)}&to=${at(60_000)}`)).toEqual({ measured: true, answered: 2 });
  expect(await answered(`?from=${at(60_000)}`)).toEqual(NONE);
  expect(await answered(`?to=${at(-60_000)}`)).toEqual(NONE);
  const refused = await school.owner.client.get(`/forms/${form_id}/results?formAssignmentId=${school.id}`);
  expect([refused.status, (refused.body as { details: { field: string }[] }).details[0].field]).toEqual([
    400,
    'formAssignmentId',
  ]);
  const director = await school.person('MEMBER', { role: 'program_director', programId: await school.program() });
  expect((await director.client.get(`/forms/${form_id}/results`)).status).toBe(403);
});

it('count as asked whoever has answered, also once their enrollment is closed', async () => {
  const form_assignment_id = await school.formAssignment({});
  const [{ form_id: form, cohort_id }] = (
    await school.rows<{ form_id: string; cohort_id: string }>(
      'select form_id, cohort_id from form_assignments where organization_id = $1 and id = $2',
      form_assignment_id,
    )
  ).rows;
  const enrolled = await Promise.all([0, 1, 2, 3].map(() => school.enrollment({ cohort_id })));
  const [answered, closedAfter, closedBefore] = enrolled;
  for (const enrollment_id of [answered, closedAfter])
    await school.formResponse({ form_assignment_id, enrollment_id, status: 'submitted' });
  const asked = async () => (await results(form)).responses;
  expect(await asked()).toEqual({ measured: true, asked: 4, submitted: 2, rate: 0.5 });
  for (const id of [closedAfter, closedBefore])
    await school.owner.client.post(`/enrollments/${id}/close`, { result: 'withdrawn' });
  expect(await asked()).toEqual({ measured: true, asked: 3, submitted: 2, rate: 2 / 3 });
});
