import { answer, answerUnnamed, assign, inDays, newClass, newForm, QUESTIONS } from './assigned-forms.js';
import { api, beginsWith, choose, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newcomer } from './school.js';

test('a director assigns a form to a cohort, sees standings move as learners answer, and changes and closes it', async ({
  page,
}) => {
  await page.clock.install();
  const { cohort, learners } = await newClass(2);
  const [first, second] = learners as [(typeof learners)[0], (typeof learners)[0]];
  const form = await newForm();
  await open(page, '/form-assignments', 'director');
  const formInput = page.getByRole('combobox', { name: 'Form', exact: true });
  await formInput.fill(form.name);
  await page.getByRole('option', { name: form.name }).click();
  await expect(page.getByText('Nobody whom you reach is asked')).toBeVisible();
  await page.getByRole('button', { name: 'Assign the form' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Assign the form' });
  await dialog.getByLabel('Hours to edit after submitting').fill('721');
  await choose(page, 'Cohort', cohort.name);
  await send.click();
  // The service names the field.
  await expect(dialog.getByLabel('Hours to edit after submitting')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByLabel('Hours to edit after submitting').fill('24');
  await send.click();

  await expect(page.getByRole('heading', { level: 1, name: form.name })).toBeVisible();
  await expect(page.getByText('0 of 2 people, 0 drafts')).toBeVisible();
  const standings = page.getByRole('table', { name: 'Who has answered' });
  await expect(standings.getByRole('row', { name: first.member.name })).toContainText('not started');
  const assignmentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await answer(first, assignmentId, { rhythm: 'weekly' });
  const path = { formAssignmentId: assignmentId, enrollmentId: second.enrollmentId };
  const draft = { revision: 0, answers: { rhythm: 'rarely' } };
  await second.client.put('/form-assignments/{formAssignmentId}/responses/{enrollmentId}', { path, body: draft });
  await later(page, (limit) => expect(page.getByText('1 of 2 people, 1 draft')).toBeVisible(limit));
  await expect(standings.getByRole('row', { name: first.member.name })).toContainText('submitted', { timeout: 30_000 });
  // The draft of a member is theirs alone.
  await expect(standings.getByRole('row', { name: second.member.name }).getByRole('link')).toHaveText([
    second.member.name,
  ]);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('group', { name: 'Standing' }).getByRole('button', { name: 'draft' }).click();
  await expect(standings.getByRole('row')).toHaveCount(2);
  await expect(standings).toContainText(second.member.name);

  await page.getByRole('button', { name: 'Change the assignment' }).click();
  await dialog.getByLabel('Closes').fill(inDays(2));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The assignment is changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the assignment' }).click();
  await expect(dialog).toContainText('Drafts stay as they are, unsent.');
  await dialog.getByRole('button', { name: 'Close the assignment' }).click();
  await expect(page.getByText('closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the assignment' })).toHaveCount(0);
  const { data } = await api.get('/form-assignments/{formAssignmentId}', { path });
  expect(data).toMatchObject({ status: 'closed', editHours: 24, cohortId: cohort.id, formId: form.id });
});

test('assignments are filtered by form, cohort and status, which the address keeps', async ({ page }) => {
  const [{ cohort }, { cohort: other }] = [await newClass(1), await newClass(1)];
  const form = await newForm();
  await assign(form.id, { cohortId: cohort.id });
  const closed = await assign(form.id, { cohortId: other.id });
  const path = { formAssignmentId: closed.id };
  await api.post('/form-assignments/{formAssignmentId}/close', { path });
  await open(page, `/form-assignments?formId=${form.id}`);
  const rows = page.getByRole('table', { name: 'Form assignments' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'closed' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(other.name);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'all' }).click();
  await page.getByRole('combobox', { name: 'Cohort' }).fill(cohort.name);
  await page.getByRole('option', { name: beginsWith(cohort.name) }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(cohort.name);
  await expectAccessible(page);
  await expectToFit(page);
});

test('a coach assigns to their own cohort alone, and sees those whom they reach', async ({ page, browser }) => {
  const [mine, other] = [await newClass(2), await newClass(1)];
  const form = await newForm();
  const hidden = await assign(form.id, { cohortId: other.cohort.id });
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: mine.cohort.id });
  await open(page, `/form-assignments?formId=${form.id}`, coach);
  await expect(page.getByText('Nobody whom you reach is asked')).toBeVisible();
  await page.getByRole('button', { name: 'Assign the form' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Cohort' }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: beginsWith(mine.cohort.name) }).click();
  await dialog.getByRole('button', { name: 'Assign the form' }).click();
  await expect(page.getByText('0 of 2 people, 0 drafts')).toBeVisible();

  // A coach of one of the two counts that one, and may change nothing.
  const assignmentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const enrollmentId = mine.learners[0]?.enrollmentId ?? '';
  const ofOne = await newcomer('MEMBER', { role: 'coach', scope: 'enrollment', enrollmentId });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await open(theirs, `/form-assignments/${assignmentId}`, ofOne);
  await expect(theirs.getByText('0 of 1 person, 0 drafts')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Close the assignment' })).toHaveCount(0);
  await theirs.goto(`/console/form-assignments/${hidden.id}`);
  await expect(theirs.getByRole('alert')).toContainText('Not found, or not yours to see');
  await context.close();
});

test('an anonymous assignment tells nobody who has answered, nor how many of a few', async ({ page, browser }) => {
  await page.clock.install();
  const { cohort, learners } = await newClass(2);
  const [learner, fellow] = learners as [(typeof learners)[0], (typeof learners)[0]];
  const form = await newForm(QUESTIONS.filter(({ kind }) => kind !== 'consent'));
  await open(page, `/form-assignments?formId=${form.id}`, 'director');
  await page.getByRole('button', { name: 'Assign the form' }).click();
  const dialog = page.getByRole('dialog');
  const anonymous = dialog.getByLabel('Anonymous');
  await choose(page, 'Cohort', cohort.name);
  await anonymous.check();
  await dialog.getByLabel('Answered by').selectOption('staff');
  await expect(anonymous).toHaveCount(0);
  await dialog.getByLabel('Answered by').selectOption('member');
  await expect(anonymous).toBeChecked();
  await expect(dialog).toContainText('Nothing joins an answer to who gave it.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign the form' }).click();

  await expect(page.getByText('0 of 2 people', { exact: true })).toBeVisible();
  await expect(page.getByText('the person enrolled, anonymously')).toBeVisible();
  const assignmentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await answerUnnamed(learner, assignmentId, { rhythm: 'weekly' });
  await later(page, (limit) => expect(page.getByText('1 of 2 people', { exact: true })).toBeVisible(limit));
  await expect(page.getByRole('region', { name: 'Who has answered' })).toContainText('Nobody learns who has answered');
  await expect(page.getByRole('main')).not.toContainText(learner.member.name);
  await expect(page.getByRole('region', { name: 'Responses' })).toHaveCount(0);
  await expectAccessible(page);

  const who = { role: 'coach', scope: 'enrollment', enrollmentId: fellow.enrollmentId } as const;
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await open(theirs, `/form-assignments/${assignmentId}`, await newcomer('MEMBER', who));
  await expect(theirs.getByText('only those who reach everybody asked may know')).toBeAttached();
  await expect(theirs.getByText('of 2 people')).toHaveCount(0);
  await theirs.goto(`/console/form-assignments/${assignmentId}/responses/${fellow.enrollmentId}`);
  await expect(theirs.getByText('it was answered anonymously')).toBeVisible();
  await context.close();
});
