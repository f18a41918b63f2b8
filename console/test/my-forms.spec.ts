import { DeliveryClient, type Schemas } from '@delivery-service/client';
import type { Page } from '@playwright/test';
import { api, expect, expectAccessible, expectToFit, later, lostLine, open, serviceUrl, test } from './console.js';
import { pdf } from './media.js';
import { newAsked } from './school.js';

const PHONE = { width: 390, height: 844 };
const ANSWERS = '/form-assignments/{formAssignmentId}/responses/{enrollmentId}';

const options = (...values: string[]) => values.map((value) => ({ value, label: `${value} it is` }));
const QUESTIONS: Schemas['FormQuestion'][] = [
  { kind: 'text', key: 'name', label: 'How shall we call you?', required: true },
  {
    kind: 'choice',
    key: 'rhythm',
    label: 'How often do you practise?',
    required: true,
    options: options('daily', 'never'),
  },
  {
    kind: 'long_text',
    key: 'reason',
    label: 'What keeps you from it?',
    required: true,
    visibleIf: { question: 'rhythm', in: ['never'] },
  },
  {
    kind: 'text',
    key: 'deeper',
    label: 'And what is behind that?',
    visibleIf: { question: 'reason', answered: true },
  },
];
const EVERY: Schemas['FormQuestion'][] = [
  { kind: 'info', key: 'about', label: 'Why we ask', help: 'To plan the next weeks.' },
  { kind: 'text', key: 'short', label: 'A short text', help: 'One line.' },
  { kind: 'long_text', key: 'long', label: 'A long text' },
  { kind: 'email', key: 'mail', label: 'An address' },
  { kind: 'choice', key: 'one', label: 'One of them', options: options('a', 'b') },
  { kind: 'multi', key: 'some', label: 'Some of them', options: options('x', 'y', 'z'), minCount: 2, maxCount: 3 },
  { kind: 'scale', key: 'mood', label: 'From 0 to 5', min: 0, max: 5 },
  { kind: 'number', key: 'hours', label: 'Time a week', min: 0, max: 40, decimals: 1, unit: 'hours' },
  { kind: 'date', key: 'start', label: 'First day', from: '2026-01-01', to: '2030-12-31' },
  { kind: 'file', key: 'plan', label: 'Your plan', mediaKinds: ['file'] },
  { kind: 'consent', key: 'agree', label: 'Recording', statement: 'Sessions may be recorded.', required: true },
];

type Asked = Awaited<ReturnType<typeof newAsked>>;

async function responseOf({ key, formAssignmentId, enrollmentId }: Asked) {
  const own = new DeliveryClient({ url: serviceUrl, apiKey: key });
  return (await own.get(ANSWERS, { path: { formAssignmentId, enrollmentId } })).data;
}

const state = (page: Page) => page.locator('.answer-bar').getByRole('status');
const question = (page: Page, label: string) => page.locator('.question', { hasText: label });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

test('a form is found on the day, answered on a phone, and questions come and go with the answers', async ({
  page,
}) => {
  const asked = await newAsked(QUESTIONS, { editHours: 24, closesAt: '2099-01-01T10:00:00Z' });
  await page.setViewportSize(PHONE);
  await open(page, '/today', asked);
  await expect(page.getByRole('region', { name: 'Forms to answer' })).toContainText('Answer by 1 Jan 2099');
  await page.getByRole('link', { name: asked.title }).click();
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
  await expect(state(page)).toHaveText('Nothing is entered yet.');
  await page.getByLabel('How shall we call you?').fill('Mika');
  await expect(question(page, 'What keeps you')).toHaveCount(0);
  await page.getByLabel('never it is').check();
  await page.getByLabel('What keeps you from it?').fill('Time');
  await page.getByLabel('And what is behind that?').fill('Work');
  await expectAccessible(page);
  await expectToFit(page);
  // A hidden question counts as unanswered: what hangs on it is hidden, too. What was typed comes back with it.
  await page.getByLabel('daily it is').check();
  await expect(question(page, 'What keeps you')).toHaveCount(0);
  await expect(question(page, 'And what is')).toHaveCount(0);
  await page.getByLabel('never it is').check();
  await expect(page.getByLabel('And what is behind that?')).toHaveValue('Work');
  await page.getByLabel('daily it is').check();
  await submit(page).click();
  await expect(page.getByText('Your answers are submitted.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your answers' })).toContainText('daily it is');
  await expect(page.getByText('You can change your answers until')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const { response } = await responseOf(asked);
  expect(response).toMatchObject({ status: 'submitted', answers: { name: 'Mika', rhythm: 'daily' } });

  await page.getByRole('button', { name: 'Change your answers' }).click();
  await page.getByLabel('How shall we call you?').fill('Mika B');
  await page.getByRole('button', { name: 'Submit the changes' }).click();
  await expect(page.getByRole('region', { name: 'Your answers' })).toContainText('Mika B');
  expect((await responseOf(asked)).response?.answers).toMatchObject({ name: 'Mika B' });
  await page.goto('/console/my-forms');
  await expect(page.getByRole('article', { name: asked.title })).toContainText('Submitted');
  await expectAccessible(page);
  await expectToFit(page);
});

test('a draft is saved by itself, and is there after a reload', async ({ page }) => {
  const asked = await newAsked(QUESTIONS);
  await open(page, asked.path, asked);
  await page.getByLabel('How shall we call you?').fill('Noa');
  await expect(state(page)).toHaveText('Not saved yet');
  await expect(state(page)).toHaveText('Saved');
  await page.getByLabel('daily it is').check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(state(page)).toHaveText('Saved');
  await page.reload();
  await expect(page.getByLabel('How shall we call you?')).toHaveValue('Noa');
  await expect(page.getByLabel('daily it is')).toBeChecked();
  // Whoever goes elsewhere at once loses nothing.
  await page.getByLabel('How shall we call you?').fill('Noa C');
  await page.getByRole('link', { name: 'My forms' }).first().click();
  await expect(page.getByRole('article', { name: asked.title })).toContainText('Draft');
  await expect
    .poll(async () => (await responseOf(asked)).response?.answers)
    .toEqual({ name: 'Noa C', rhythm: 'daily' });
});

test('what is missing is said beside its question, and so is what the service refuses', async ({ page }) => {
  const asked = await newAsked([...QUESTIONS, { kind: 'email', key: 'mail', label: 'Your address' }]);
  await open(page, asked.path, asked);
  await page.getByLabel('never it is').check();
  await submit(page).click();
  await expect(page.getByRole('alert').filter({ hasText: '2 answers need' })).toBeVisible();
  await expect(question(page, 'How shall we')).toContainText('This question needs an answer.');
  await expect(question(page, 'What keeps you')).toContainText('This question needs an answer.');
  await expect(page.getByLabel('How shall we call you?')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('How shall we call you?').fill('Lou');
  await page.getByLabel('What keeps you from it?').fill('Time');
  await page.getByLabel('Your address').fill('no address');
  await submit(page).click();
  await expect(question(page, 'Your address')).toContainText('This must be an e-mail address.');
  await expect(page.getByLabel('Your address')).toHaveAttribute('aria-invalid', 'true');
  expect((await responseOf(asked)).standing).not.toBe('submitted');
  await page.getByLabel('Your address').fill('lou@example.org');
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your answers' })).toContainText('lou@example.org');
});

test('a lost connection loses nothing that was typed, and sends it once', async ({ page }) => {
  await page.clock.install();
  const asked = await newAsked(QUESTIONS);
  await open(page, asked.path, asked);
  await page.getByLabel('How shall we call you?').fill('Kim');
  await expect(state(page)).toHaveText('Saved');
  const line = await lostLine(page, '**/responses/**');
  await page.getByLabel('daily it is').check();
  await later(page, (limit) => expect(state(page)).toContainText('the connection is lost', limit));
  await page.getByLabel('How shall we call you?').fill('Kim D');
  await expectAccessible(page);
  const { attempts } = line;
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.poll(() => line.attempts).toBeGreaterThan(attempts);
  line.isLost = false;
  await later(page, (limit) => expect(state(page)).toHaveText('Saved', limit));
  const { response } = await responseOf(asked);
  expect(response).toMatchObject({ status: 'draft', revision: 3, answers: { name: 'Kim D', rhythm: 'daily' } });
});

test('answers that were changed on another device are asked about, and both are kept', async ({ page }) => {
  const asked = await newAsked(QUESTIONS);
  const { formAssignmentId, enrollmentId } = asked;
  const own = new DeliveryClient({ url: serviceUrl, apiKey: asked.key });
  await open(page, asked.path, asked);
  const body = { revision: 0, answers: { name: 'Phone', rhythm: 'daily' } };
  await own.put(ANSWERS, { path: { formAssignmentId, enrollmentId }, body });
  await page.getByLabel('How shall we call you?').fill('Desk');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
  await expect(page.getByRole('row', { name: 'How shall we' })).toContainText('Phone');
  await expect(page.getByLabel('daily it is')).toBeChecked();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(state(page)).toHaveText('Saved');
  expect((await responseOf(asked)).response?.answers).toEqual({ name: 'Desk', rhythm: 'daily' });
});

test('a form of every kind of question is answered, a file too, and read back', async ({ page }) => {
  const asked = await newAsked(EVERY, { editHours: 0 });
  await open(page, asked.path, asked);
  await page.setViewportSize(PHONE);
  await page.getByLabel('A short text').fill('Short');
  await page.getByLabel('A long text').fill('Long');
  await page.getByLabel('An address').fill('me@example.org');
  await page.getByLabel('b it is').check();
  await page.getByLabel('x it is').check();
  await page.getByRole('radiogroup', { name: 'From 0 to 5' }).getByLabel('4').check();
  await page.getByLabel('Time a week').fill('2.5');
  await page.getByLabel('First day').fill('2026-02-03');
  await page.getByLabel('Your plan').setInputFiles(pdf('My plan.pdf', 20_000));
  await expect(page.getByRole('link', { name: 'Open My plan.pdf' })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await expectToFit(page);
  await submit(page).click();
  await expect(question(page, 'Some of them')).toContainText('Choose at least 2.');
  await page.getByLabel('z it is').check();
  await page.getByLabel('I do not agree').check();
  await submit(page).click();
  await expect(question(page, 'Recording')).toContainText('You can go on only if you agree.');
  await page.getByLabel('I agree').check();
  await submit(page).click();
  const answers = page.getByRole('region', { name: 'Your answers' });
  await expect(answers).toContainText('x it is, z it is');
  await expect(answers).toContainText('2.5 hours');
  await expect(answers.getByRole('link', { name: 'Open My plan.pdf' })).toBeVisible();
  await expect(page.getByText('Your answers can no longer be changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change your answers' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test('a form that is not open yet, or closed meanwhile, says so', async ({ page }) => {
  const later = await newAsked(QUESTIONS, { opensAt: '2098-01-01T10:00:00Z' });
  await open(page, '/my-forms', later);
  await expect(page.getByRole('article', { name: later.title })).toContainText(
    'This form is not open yet. It opens on',
  );
  await page.getByRole('link', { name: later.title }).click();
  await expect(page.getByText('This form is not open yet. It opens on 1 Jan 2098')).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
  await expectAccessible(page);

  const closing = await newAsked(QUESTIONS);
  await open(page, closing.path, closing);
  await page.getByLabel('How shall we call you?').fill('Too late');
  await expect(state(page)).toHaveText('Saved');
  const path = { formAssignmentId: closing.formAssignmentId };
  await api.post('/form-assignments/{formAssignmentId}/close', { path });
  await page.getByLabel('daily it is').check();
  await expect(page.getByText('This form is closed. Your draft was not submitted.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your answers' })).toContainText('Too late');
});
