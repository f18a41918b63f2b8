import type { Schemas } from '@delivery-service/client';
import type { Locator, Page } from '@playwright/test';
import { api, choose, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newAsked, newcomer, newForm, newOutcomes, newPerson, newProgram, unique } from './school.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const row = (page: Page, label: string): Locator => page.locator('.form-question', { hasText: label });

async function draftOf(formId: string) {
  return (await api.get('/forms/{formId}', { path: { formId } })).data;
}

const keysOf = async (formId: string) => (await draftOf(formId)).draft.questions.map(({ key }) => key);

const text = (key: string): Schemas['FormQuestion'] => ({ kind: 'text', key, label: `About ${key}` });

async function addQuestion(page: Page, label: string, kind: string, fill: (dialog: Locator) => Promise<void>) {
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Add a question' }).click();
  await dialog.locator('[data-field=label]').fill(label);
  await dialog.locator('[data-field=kind]').selectOption(kind);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Add a question' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a form is built: questions, a condition in words, and a version', async ({ page }) => {
  const program = await newProgram();
  await open(page, '/forms');
  await page.getByRole('button', { name: 'Create a form' }).click();
  const name = unique('Form');
  await dialogOf(page).getByLabel('Name').fill(name);
  await choose(page, 'Program', program.name);
  await dialogOf(page).getByRole('button', { name: 'Create a form' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('1 issue keeps this form from being published')).toBeVisible();
  await addQuestion(page, 'How often do you practise?', 'One of several options', async (dialog) => {
    await dialog.getByLabel('Options, one per line').fill('Every day\nNever');
    await dialog.getByLabel('An answer is required').check();
    await expectAccessible(page);
  });
  await addQuestion(page, 'How many hours?', 'Number', async (dialog) => {
    await dialog.getByLabel('Greatest value').fill('40');
    await dialog.getByLabel('Unit').fill('hours');
  });
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Show How many hours? when' }).click();
  await dialog.locator('[data-field=test0]').selectOption('“How often do you practise?” is one of …');
  await dialog.getByLabel('Every day').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'How many hours?')).toContainText('Show when “How often do you practise?” is “Every day”');
  await expectAccessible(page);
  await expectToFit(page);
  const { pathname } = new URL(page.url());
  const formId = pathname.split('/').at(-1) ?? '';
  expect((await draftOf(formId)).draft.questions).toMatchObject([
    {
      key: 'how_often_do_you_practise',
      kind: 'choice',
      required: true,
      options: [{ value: 'every_day' }, { value: 'never' }],
    },
    { kind: 'number', max: 40, unit: 'hours', visibleIf: { question: 'how_often_do_you_practise', in: ['every_day'] } },
  ]);

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toContainText('The first version, with 2 questions.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  // A new version says what it changes; the old one stays as it was.
  await page.getByRole('button', { name: 'Edit How often do you practise?' }).click();
  await dialog.getByLabel('Options, one per line').fill('Every single day\nNever');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await addQuestion(page, 'Anything else?', 'Long text', () => Promise.resolve());
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toContainText('New: “Anything else?”. Changed: “How often do you practise?”.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('link', { name: 'Version 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Version 1' }).click();
  await expect(page.getByText('As it was published. It never changes.')).toBeVisible();
  await expect(page.getByLabel('Every day')).toBeVisible();
  await expect(page.getByText('Anything else?')).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  const { draft } = await draftOf(formId);
  expect(draft.questions[0]).toMatchObject({ options: [{ value: 'every_day', label: 'Every single day' }, {}] });
});

test('a question is linked to an outcome of its program, as a baseline or a reading, and the link is taken off', async ({
  page,
}) => {
  const { cohort, enrollmentId } = await newPerson();
  const { id: outcomeMeasureId, name } = await newOutcomes(cohort.programId, enrollmentId, {}, []);
  const { formId } = await newForm(cohort.programId, [text('one')]);
  const dialog = dialogOf(page);
  const measureOf = async () => (await draftOf(formId)).draft.questions[1]?.measure;
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await open(page, `/forms/${formId}`);
  await addQuestion(page, 'How confident are you?', 'Scale', async () => {
    await expect(dialog.getByLabel('Record it as')).toHaveCount(0);
    await dialog.getByLabel('Record as outcome').selectOption(name);
    await dialog.getByLabel('Record it as').selectOption('Baseline');
    await expectAccessible(page);
  });
  const confident = row(page, 'How confident are you?');
  await expect(confident).toContainText(`Recorded as an outcome · ${name} · Baseline`);
  expect(await measureOf()).toEqual({ outcomeMeasureId, kind: 'baseline' });
  await confident.getByRole('button', { name: 'Edit How confident are you?' }).click();
  await expect(dialog.getByLabel('Record as outcome').locator('option:checked')).toHaveText(name);
  await dialog.getByLabel('Record it as').selectOption('Reading');
  await save();
  expect(await measureOf()).toEqual({ outcomeMeasureId, kind: 'reading' });
  await confident.getByRole('button', { name: 'Edit How confident are you?' }).click();
  await dialog.getByLabel('Record as outcome').selectOption('');
  await save();
  await expect(confident).not.toContainText('Recorded as an outcome');
  expect(await measureOf()).toBeNull();
});

test('questions are put in order by the keyboard and by drag, duplicated and deleted', async ({ page }) => {
  const { formId } = await newForm(null, ['one', 'two', 'three'].map(text));
  await open(page, `/forms/${formId}`);
  await page.getByRole('button', { name: 'Move About three up' }).focus();
  await page.keyboard.press('Enter');
  expect(await keysOf(formId)).toEqual(['one', 'two', 'three']);
  await page.getByRole('button', { name: 'Save the order' }).click();
  await dialogOf(page).getByRole('button', { name: 'Save the order' }).click();
  await expect(page.getByText('The order is saved.')).toBeVisible();
  expect(await keysOf(formId)).toEqual(['one', 'three', 'two']);
  await row(page, 'About two').dragTo(row(page, 'About one'));
  await expect(page.locator('.form-question strong')).toHaveText(['About two', 'About one', 'About three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.form-question strong')).toHaveText(['About one', 'About three', 'About two']);
  await page.getByRole('button', { name: 'Duplicate About one' }).click();
  await dialogOf(page).getByRole('button', { name: 'Duplicate' }).click();
  await expect(row(page, 'About one')).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete About three' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'About three')).toHaveCount(0);
  expect(await keysOf(formId)).toEqual(['one', 'one_2', 'two']);
});

test('issues are named at their questions, and changes of somebody else are kept or asked about', async ({ page }) => {
  const { formId, title, revision } = await newForm(null, ['one', 'two'].map(text));
  const path = { formId };
  const later = { ...text('two'), visibleIf: { question: 'three', answered: true } };
  const content = { title, questions: [text('one'), later, text('three')] };
  const { data: form } = await api.patch('/forms/{formId}', { path, body: { revision, content } });
  await open(page, `/forms/${formId}`);
  await expect(row(page, 'About two')).toContainText('This must name an earlier question.');
  await expect(row(page, 'About one').locator('.form-issue')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expectAccessible(page);
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Edit About one' }).click();
  await dialog.locator('[data-field=label]').fill('Mine');
  // Another question, and another field of this one, are changed meanwhile.
  const theirs = { ...text('one'), help: 'Theirs' };
  const questions = [theirs, text('two'), { ...text('three'), label: 'Renamed' }];
  await api.patch('/forms/{formId}', { path, body: { revision: form.revision, content: { title, questions } } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await draftOf(formId)).draft.questions).toMatchObject([
    { label: 'Mine', help: 'Theirs' },
    { label: 'About two' },
    { label: 'Renamed' },
  ]);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeEnabled();

  await page.getByRole('button', { name: 'Edit Mine' }).click();
  await dialog.locator('[data-field=label]').fill('Mine again');
  const { draft, revision: now } = await draftOf(formId);
  const [first, ...others] = draft.questions;
  const changed = [{ ...first, label: 'Theirs' } as Schemas['FormQuestion'], ...others];
  await api.patch('/forms/{formId}', { path, body: { revision: now, content: { ...draft, questions: changed } } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
  await dialog.getByRole('button', { name: 'Take theirs: Question' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await draftOf(formId)).draft.questions[0]?.label).toBe('Theirs');
});

test('a preview is what a learner sees, and sends nothing', async ({ page, browser }) => {
  const options = ['daily', 'never'].map((value) => ({ value, label: `${value} it is` }));
  const asked = await newAsked([
    { kind: 'info', key: 'about', label: 'Why we ask', help: 'To plan.' },
    { kind: 'choice', key: 'rhythm', label: 'How often?', required: true, options },
    { kind: 'number', key: 'hours', label: 'Hours', unit: 'hours', visibleIf: { question: 'rhythm', in: ['daily'] } },
    { kind: 'consent', key: 'agree', label: 'Recording', statement: 'Sessions may be recorded.' },
  ]);
  await open(page, `/forms/${asked.formId}/preview`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await open(other, asked.path, asked);
  for (const one of [page, other]) {
    await expect(one.locator('.question')).toHaveCount(3);
    await one.getByLabel('daily it is').check();
    await expect(one.getByLabel('Hours')).toBeVisible();
  }
  const [mine, theirs] = await Promise.all([page, other].map((one) => one.locator('.questions').ariaSnapshot()));
  expect(mine).toBe(theirs);
  expect(sent).toEqual([]);
  await expectAccessible(page);
  await expectToFit(page);
  await other.context().close();
});

test('a director of a program builds its forms, sees those of others, and archives one', async ({ page }) => {
  const program = await newProgram();
  const { key } = await newcomer('MEMBER', {
    role: 'program_director',
    scope: 'program',
    programId: program.id,
  });
  const [own, other] = [await newForm(program.id, [text('one')]), await newForm(null, [text('one')])];
  await open(page, `/forms/${other.formId}`, { key });
  await expect(row(page, 'About one')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a question' })).toHaveCount(0);
  await page.goto('/console/forms');
  await page.getByRole('button', { name: 'Published', exact: true }).click();
  await page.getByRole('link', { name: own.title }).click();
  await page.getByRole('button', { name: 'Archive the form' }).click();
  await dialogOf(page).getByRole('button', { name: 'Archive the form' }).click();
  await expect(page.getByText('The form is archived.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a question' })).toHaveCount(0);
  await page.goto('/console/forms');
  await page.getByRole('button', { name: 'Archived', exact: true }).click();
  await expect(page.getByRole('link', { name: own.title })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});
