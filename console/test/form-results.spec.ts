import { answer, answerUnnamed, assign, newClass, newForm, publish, QUESTIONS } from './assigned-forms.js';
import { csvOf, drawnIn } from './charts.js';
import { api, beginsWith, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer } from './school.js';

test('results are drawn by question, with their means, over all versions', async ({ page }) => {
  const { cohort, learners } = await newClass(4);
  const form = await newForm();
  const { id } = await assign(form.id, { cohortId: cohort.id });
  const all = [
    { rhythm: 'weekly', topics: ['goals', 'planning'], confidence: 4, hours: 2.5, agreed: true, plans: 'Ask' },
    { rhythm: 'weekly', topics: ['goals'], confidence: 8, hours: 1, agreed: false },
    { rhythm: 'rarely', confidence: 9 },
  ];
  for (const [at, answers] of all.entries()) {
    const learner = learners[at];
    if (learner) await answer(learner, id, answers);
  }
  const [rhythm, ...others] = QUESTIONS;
  if (rhythm?.kind !== 'choice') throw new Error('The first question is a choice.');
  const options = [...rhythm.options, { value: 'never', label: 'Never' }];
  await publish(form.id, [{ ...rhythm, options }, ...others, { key: 'last', kind: 'text', label: 'Anything else?' }]);
  await open(page, `/forms/${form.id}/results`);
  const facts = page.getByRole('region', { name: 'In short' });
  await expect(facts).toContainText('Asked4');
  await expect(facts).toContainText('Submitted3');
  await expect(facts).toContainText('Rate75\u00a0%');
  await expect(facts).toContainText(/Versions1 \(.*\), 2 \(/);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const choice = part('How often do you talk?');
  await expect(choice.getByRole('img')).toHaveAccessibleName(/Once a week: 2\. Less often: 1\. Never: 0\./);
  await expect(choice).toContainText('Asked in versions 1, 2.');
  await choice.getByRole('button', { name: 'Table' }).click();
  await expect(choice.getByRole('row', { name: 'Once a week' })).toContainText('2');
  expect((await drawnIn(page, 'How often do you talk?')).colors.length).toBeGreaterThan(1);
  await expect(part('What did you talk about?').getByRole('img')).toHaveAccessibleName(
    /Goals: 2\. Feedback: 0\. Planning: 1\./,
  );
  const scale = part('How confident are you?');
  await expect(scale.getByRole('img')).toHaveAccessibleName(/ 0: 0\. .* 4: 1\. .* 8: 1\. 9: 1\. 10: 0\./);
  await expect(scale).toContainText('Mean7');
  await expect(scale).toContainText('Median8');
  await expect(scale).toContainText('Answers3');
  await expect(part('How many hours?')).toContainText('Mean1.75 hours');
  await expect(part('May we quote you?').getByRole('img')).toHaveAccessibleName(/ Agreed: 1\. Not agreed: 1\./);
  await expect(part('What will you try?')).toContainText('1 answered it.');
  await expect(part('Anything else?')).toContainText('Not measured: nobody has submitted an answer.');
  await expect(part('Anything else?')).toContainText('Asked in version 2.');
  const { lines } = await csvOf(page, `${form.name} How often do you talk?`);
  expect(lines).toEqual(['Answer,Responses', 'Once a week,2', 'Less often,1', 'Never,0']);
  await expectAccessible(page);
  await expectToFit(page);
});

test('results are filtered by assignment, cohort and day; a coach counts those whom they reach', async ({
  page,
  browser,
}) => {
  const [one, two] = [await newClass(1), await newClass(2)];
  const form = await newForm();
  const [first, second] = [
    await assign(form.id, { cohortId: one.cohort.id }),
    await assign(form.id, { cohortId: two.cohort.id }),
  ];
  for (const learner of one.learners) await answer(learner, first.id, { rhythm: 'weekly' });
  for (const learner of two.learners) await answer(learner, second.id, { rhythm: 'rarely' });
  await open(page, `/forms/${form.id}/results?formAssignmentId=${first.id}`);
  const facts = page.getByRole('region', { name: 'In short' });
  const chart = page.getByRole('region', { name: 'How often do you talk?', exact: true });
  await expect(facts).toContainText('Submitted1');
  await expect(chart.getByRole('img')).toHaveAccessibleName(/Once a week: 1\. Less often: 0\./);
  const cohort = page.getByRole('combobox', { name: 'Cohort' });
  await cohort.fill(two.cohort.name);
  await page.getByRole('option', { name: beginsWith(two.cohort.name) }).click();
  // The assignment asks nobody of the other cohort.
  await expect(facts).toContainText('Not measured: nobody is asked.');
  await expect(chart).toContainText('Not measured: nobody has submitted an answer.');
  const assignment = page.getByRole('combobox', { name: 'Assignment' });
  await assignment.fill(two.cohort.name);
  await page.getByRole('option', { name: beginsWith(two.cohort.name) }).click();
  await expect(facts).toContainText('Submitted2');
  await page.getByLabel('To', { exact: true }).fill('2026-01-31');
  await expect(facts).toContainText('Asked2');
  await expect(facts).toContainText('Submitted0');
  await expect(facts).toContainText('Rate0\u00a0%');
  await page.getByLabel('From', { exact: true }).fill('2026-03-01');
  await expect(page.getByRole('alert')).toContainText('must not be before from');
  await page.getByRole('button', { name: 'last 30 days' }).click();
  await expect(facts).toContainText('Submitted2');
  await expectAccessible(page);

  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: one.cohort.id });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await open(theirs, `/forms/${form.id}/results`, coach);
  await expect(theirs.getByText('Only the members assigned to you are counted.')).toBeVisible();
  await expect(theirs.getByRole('region', { name: 'In short' })).toContainText('Asked1');
  await theirs.getByRole('link', { name: 'Responses' }).click();
  const rows = theirs.getByRole('table', { name: 'Responses' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(one.learners[0]?.member.name ?? '');
  await theirs.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'voided' }).click();
  await expect(theirs.getByText('No responses.')).toBeVisible();
  await expectAccessible(theirs);
  await expectToFit(theirs);
  await context.close();
});

test('a director of one program reads its results, also of a number with many values and of labels that are alike', async ({
  page,
}) => {
  const { cohort, learners } = await newClass(1);
  const { programId } = cohort;
  const alike = ['one', 'two'].map((key) => ({ key, kind: 'text' as const, label: 'And why?' }));
  const form = await newForm([...QUESTIONS, ...alike], programId);
  const { id } = await assign(form.id, { programId });
  for (const learner of learners) await answer(learner, id, { rhythm: 'weekly', hours: 1, two: 'So' });
  const { key } = await newcomer('MEMBER', { role: 'program_director', scope: 'program', programId });
  // Twenty people are many for a test: one figure of the answer is replaced.
  await page.route('**/api/v1/forms/*/results*', async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as { data: { questions: { key: string; result: object }[] } };
    const counts = Array.from({ length: 20 }, (_, at) => ({ value: at / 2, count: 1 }));
    for (const question of answered.data.questions) {
      if (question.key === 'hours') question.result = { measured: true, mean: 4.75, median: 4.75, sample: 20, counts };
    }
    await route.fulfill({ response, json: answered });
  });
  await open(page, `/forms/${form.id}`, { key });
  // Who has answered is not theirs to see.
  await expect(page.getByRole('link', { name: 'Assignments', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Assign the form' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who is asked').selectOption('program');
  await dialog.getByLabel('Answered by').selectOption('member');
  await dialog.getByRole('button', { name: 'Assign the form' }).click();
  await expect(dialog).toHaveCount(0);
  const assigned = await api.get('/form-assignments', { query: { formId: form.id } });
  expect(assigned.data.items.map((one) => one.programId)).toEqual([programId, programId]);
  await page.getByRole('link', { name: 'Results' }).click();
  const hours = page.getByRole('region', { name: 'How many hours?', exact: true });
  await expect(hours).toContainText('20 different values: the file has how often each was answered.');
  await expect(hours).toContainText('Median4.75 hours');
  await expect(hours.getByRole('img')).toHaveCount(0);
  const { lines } = await csvOf(page, `${form.name} How many hours?`);
  expect(lines.slice(0, 3)).toEqual(['Value,Responses', '0,1', '0.5,1']);
  expect(lines).toHaveLength(21);
  await expect(page.getByRole('region', { name: 'And why? (one)' })).toContainText('Not measured');
  await expect(page.getByRole('region', { name: 'And why? (two)' })).toContainText('1 answered it.');
  // They reach no enrollment, so no response.
  await expect(page.getByRole('link', { name: 'Responses' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
});

test('anonymous answers are counted once their assignment is closed, five or more of them, with their texts', async ({
  page,
  browser,
}) => {
  const { cohort, learners } = await newClass(6);
  const form = await newForm(QUESTIONS.filter(({ kind }) => kind !== 'consent'));
  const { id } = await assign(form.id, { cohortId: cohort.id, anonymous: true });
  for (const [at, learner] of learners.slice(0, 5).entries()) {
    const few = at < 4 ? { confidence: at } : {};
    await answerUnnamed(learner, id, { rhythm: at < 2 ? 'weekly' : 'rarely', plans: `Plan ${at}`, ...few });
  }
  await open(page, `/forms/${form.id}/results`);
  await expect(page.getByText('Anonymous answers are counted alone: choose their assignment.')).toBeVisible();
  const assignment = page.getByRole('combobox', { name: 'Assignment' });
  await assignment.fill(cohort.name);
  await page.getByRole('option', { name: /anonymous$/ }).click();
  const facts = page.getByRole('region', { name: 'In short' });
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(facts).toContainText('Not measured: anonymous answers are counted once the assignment is closed.');
  await expect(part('What will you try?')).toContainText('counted once the assignment is closed.');
  // Two results could be subtracted.
  await expect(page.getByRole('combobox', { name: 'Cohort' })).toHaveCount(0);
  await expect(page.getByLabel('From', { exact: true })).toHaveCount(0);
  await api.post('/form-assignments/{formAssignmentId}/close', { path: { formAssignmentId: id } });
  await page.goto(`/console/forms/${form.id}/results?formAssignmentId=${id}&from=2020-01-01&cohortId=${cohort.id}`);
  await expect(facts).toContainText('Submitted5');
  await expect(part('How often do you talk?').getByRole('img')).toHaveAccessibleName(
    /Once a week: 2\. Less often: 3\./,
  );
  await expect(part('How confident are you?')).toContainText('Not measured: too few have answered it');
  const texts = part('What will you try?').getByRole('listitem');
  await expect(texts).toHaveCount(5);
  expect((await texts.allTextContents()).toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `Plan ${at}`));
  await expectAccessible(page);
  await expectToFit(page);
  const who = { role: 'coach', scope: 'enrollment', enrollmentId: learners[0]?.enrollmentId ?? '' } as const;
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await open(theirs, `/forms/${form.id}/results?formAssignmentId=${id}`, await newcomer('MEMBER', who));
  await expect(theirs.getByRole('region', { name: 'In short' })).toContainText('who reach everybody asked may know.');
  await context.close();
});
