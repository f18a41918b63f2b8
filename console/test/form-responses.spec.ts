import { upload } from '@delivery-service/client';
import { answer, assign, inDays, newClass, newForm, newLearner, publish, QUESTIONS } from './assigned-forms.js';
import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { pdf } from './media.js';
import { newcomer } from './school.js';

test('answers are read with the labels of their version, those before as well, and what was left out', async ({
  page,
}) => {
  const { cohort, learners } = await newClass(1);
  const [learner] = learners as [(typeof learners)[0]];
  const form = await newForm([
    ...QUESTIONS,
    {
      key: 'why',
      kind: 'text',
      label: 'Why so rarely?',
      visibleIf: { question: 'rhythm', in: ['rarely'] },
    },
    { key: 'since', kind: 'date', label: 'Since when?' },
  ]);
  const { id } = await assign(form.id, { cohortId: cohort.id, editHours: 24 });
  const before = { rhythm: 'rarely', why: 'No time', topics: ['goals', 'planning'], plans: 'Ask first' };
  await answer(learner, id, before);
  const now = { rhythm: 'weekly', confidence: 7, hours: 2.5, agreed: true, since: '2026-03-09' };
  await answer(learner, id, now, 1);
  // Another version has another label: the response keeps its own.
  await publish(
    form.id,
    QUESTIONS.map((question) => ({ ...question, label: `${question.label} (new)` })),
  );
  await open(page, `/form-assignments/${id}`);
  await page.getByRole('link', { name: `Answers of ${learner.member.name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${form.name}, ${learner.member.name}` })).toBeVisible();
  const answers = page.getByRole('region', { name: 'Answers' });
  const of = (label: string) =>
    answers
      .locator('div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .last();
  await expect(of('How often do you talk?')).toContainText('Once a week');
  await expect(of('What did you talk about?').getByRole('listitem')).toHaveText(['Goals', 'Planning']);
  await expect(of('How confident are you?')).toContainText('7, on a scale from 0 to 10');
  await expect(of('How many hours?')).toContainText('2.5 hours');
  await expect(of('May we quote you?')).toContainText('You may quote my answers by name.');
  await expect(of('May we quote you?')).toContainText(/Agreed$/);
  await expect(of('Since when?')).toContainText('9 Mar 2026');
  await expect(of('Why so rarely?')).toContainText('Left out: the question was not shown for these answers.');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Show the answers before' }).click();
  await expect(page.getByText('These answers, of revision 1, were changed later.')).toBeVisible();
  await expect(of('Why so rarely?')).toContainText('No time');
  await expect(of('How often do you talk?')).toContainText('Less often');
  await expect(of('Since when?')).toContainText('No answer');
  await expect(page.getByRole('link', { name: 'Show the answers before' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show the newest answers' }).click();
  await expect(of('Since when?')).toContainText('9 Mar 2026');
  await page.goto(`${page.url()}?revision=9`);
  await expect(page.getByRole('alert')).toContainText('Not found');
});

test('a file that staff have answered with opens, and its outcome is named', async ({ page }) => {
  const { cohort, learners } = await newClass(1);
  const [{ enrollmentId, member }] = learners as [(typeof learners)[0]];
  const key = `m${Date.now()}`;
  const measure = { name: 'Confidence', direction: 'increase', key } as const;
  const { data: measured } = await api.post('/programs/{programId}/outcome-measures', {
    path: { programId: cohort.programId },
    body: measure,
  });
  const form = await newForm(
    [
      { key: 'record', kind: 'file', label: 'The record', mediaKinds: ['file'] },
      {
        key: 'confidence',
        kind: 'scale',
        label: 'How confident?',
        min: 0,
        max: 10,
        measure: { outcomeMeasureId: measured.id, kind: 'reading' },
      },
    ],
    cohort.programId,
  );
  const { id } = await assign(form.id, { cohortId: cohort.id, answeredBy: 'staff' });
  const file = pdf('Record.pdf');
  const { id: uploadId } = await upload(api, new Blob([new Uint8Array(file.buffer)]), {
    name: file.name,
    mimeType: 'application/pdf',
  });
  const { data: media } = await api.post('/media', { body: { kind: 'file', title: 'Record', uploadId } });
  const path = { formAssignmentId: id, enrollmentId };
  const body = { revision: 0, answers: { record: media.id, confidence: 8 } };
  await api.post('/form-assignments/{formAssignmentId}/responses/{enrollmentId}/submit', { path, body });
  await open(page, `/form-assignments/${id}/responses/${enrollmentId}`);
  await expect(page.getByRole('heading', { level: 1, name: `${form.name}, ${member.name}` })).toBeVisible();
  const link = page.getByRole('link', { name: /Record/ });
  const address = (await link.getAttribute('href')) ?? '';
  const got = await page.request.get(address);
  expect((await got.body()).equals(file.buffer)).toBe(true);
  await expect(page.getByRole('region', { name: 'Recorded outcomes' })).toContainText('Confidence: reading 8');
  await expectAccessible(page);
});

test('a response is reopened, redacted and voided, by those who may', async ({ page, browser }) => {
  const { cohort, learners } = await newClass(1);
  const [learner] = learners as [(typeof learners)[0]];
  const form = await newForm();
  const { id } = await assign(form.id, { cohortId: cohort.id });
  const response = await answer(learner, id, { rhythm: 'weekly', plans: 'A secret plan' });
  const path = { formResponseId: response.id };
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await open(theirs, `/form-responses/${response.id}`, coach);
  await expect(theirs.getByRole('button', { name: 'Reopen' })).toBeVisible();
  for (const name of ['Void', 'Redact']) await expect(theirs.getByRole('button', { name })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Reopen' }).click();
  const reopening = theirs.getByRole('dialog');
  await reopening.getByLabel('Until').fill(inDays(40));
  await reopening.getByRole('button', { name: 'Reopen' }).click();
  await expect(reopening.getByLabel('Until')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(theirs);
  await reopening.getByLabel('Until').fill(inDays(3));
  await reopening.getByRole('button', { name: 'Reopen' }).click();
  await expect(theirs.getByText('The response may be changed.')).toBeVisible();
  await answer(learner, id, { confidence: 4 }, 1);
  await context.close();

  await open(page, `/form-responses/${response.id}`);
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('A secret plan');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Redact' }).click();
  await expect(dialog).toContainText('Removed for good: texts, e-mail addresses, dates and files.');
  await expect(dialog).toContainText('Kept: choices, numbers, scales and consents');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Asked for by the person');
  await dialog.getByRole('button', { name: 'Redact' }).click();
  await expect(answers).not.toContainText('A secret plan');
  await expect(answers).toContainText('Redacted');
  await expect(answers).toContainText('Once a week');
  await page.getByRole('link', { name: 'Show the answers before' }).click();
  await expect(page.getByText('of revision 1, were changed later')).toBeVisible();
  await expect(answers).not.toContainText('A secret plan');
  for (const name of ['Redact', 'Reopen']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Void' }).click();
  await dialog.getByLabel('Reason').fill('Answered twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText('voided', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Void' })).toHaveCount(0);
  expect((await api.get('/form-responses/{formResponseId}', { path })).data).toMatchObject({
    status: 'voided',
    answers: { rhythm: 'weekly', plans: null, confidence: 4 },
  });
});

test('nobody reopens or voids the response of their own enrollment', async ({ page }) => {
  const { cohort } = await newClass(0);
  const own = await newLearner(cohort.id, 'ADMIN');
  const form = await newForm();
  const { id } = await assign(form.id, { cohortId: cohort.id });
  const response = await answer(own, id, { rhythm: 'weekly' });
  await open(page, `/form-responses/${response.id}`, own);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Void' }).click();
  await dialog.getByLabel('Reason').fill('A mistake');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Refused: nothing was changed');
  await expect(dialog.getByRole('alert')).toContainText('own enrollment');
  await page.reload();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await dialog.getByLabel('Until').fill(inDays(3));
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(dialog.getByRole('alert')).toContainText('own enrollment');
  await page.goto(`/console/form-responses/${demo.programId}`);
  await expect(page.getByRole('alert')).toContainText('Not found, or not yours to see');
});
