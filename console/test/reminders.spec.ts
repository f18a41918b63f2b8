import { api, choose, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newPerson, unique } from './school.js';

test('a rule is created with its offset, changed, paused and archived; a refused field is named', async ({ page }) => {
  const { cohort } = await newPerson();
  const { data: program } = await api.get('/programs/{programId}', { path: { programId: cohort.programId } });
  const name = unique('Deadline');
  await open(page, '/reminders');
  await page.getByRole('button', { name: 'Create a rule', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('What it reminds of').selectOption({ label: 'the start of a booking' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('3');
  await dialog.getByLabel('Amount').fill('90');
  await dialog.getByLabel('Unit').selectOption('minutes');
  await choose(page, 'Only for this cohort', cohort.name);
  await choose(page, 'Only for this program', program.name);
  await dialog.getByRole('button', { name: 'Create a rule' }).click();
  const programField = dialog.getByRole('combobox', { name: 'Only for this program' });
  await expect(programField).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByLabel('Clear').last().click();
  await expect(programField).toHaveValue('');
  await dialog.getByLabel('Amount').fill('31');
  await dialog.getByLabel('Unit').selectOption('days');
  await dialog.getByRole('button', { name: 'Create a rule' }).click();
  await expect(dialog.getByRole('group', { name: 'How long before or after' }).getByRole('alert')).toContainText(
    '43200',
  );
  await expectAccessible(page);
  await dialog.getByLabel('Amount').fill('36');
  await dialog.getByLabel('Unit').selectOption('hours');
  await dialog.getByRole('button', { name: 'Create a rule' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('36 hours before the start of a booking')).toBeVisible();
  await expect(page.getByRole('link', { name: cohort.name })).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Before or after', { exact: true }).selectOption('after');
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ offsetMinutes: 2_160 });
  await expect(page.getByText('36 hours after the start of a booking')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog).toContainText('not even later');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('archived', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('a rule reminds of the end of a form', async ({ page }) => {
  const name = unique('Closing');
  await open(page, '/reminders');
  await page.getByRole('button', { name: 'Create a rule', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('What it reminds of').selectOption({ label: 'the end of a form' });
  await dialog.getByLabel('Amount').fill('2');
  await dialog.getByRole('button', { name: 'Create a rule' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('2 days before the end of a form')).toBeVisible();
  const path = { reminderRuleId: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
  const { data } = await api.get('/reminder-rules/{reminderRuleId}', { path });
  expect(data).toMatchObject({ name, signal: 'form_assignment.close', offsetMinutes: -2_880, status: 'active' });
  await api.post('/reminder-rules/{reminderRuleId}/archive', { path });
});

test('a rule for missing contact counts days', async ({ page }) => {
  const name = unique('Silence');
  await open(page, '/reminders');
  await page.getByRole('button', { name: 'Create a rule for missing contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Days without a note or a held session').fill('10');
  await dialog.getByRole('button', { name: 'Create a rule for missing contact' }).click();
  const row = page.getByRole('table', { name: 'Reminders' }).getByRole('row', { name });
  await expect(row).toContainText('10 days without a note or a held session');
  await expectAccessible(page);
  await expectToFit(page);
  await row.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('archived', { exact: true })).toBeVisible();
});

test('what a rule sent appears while one looks, on the clock of its cohort', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const rule = { name: unique('Now'), signal: 'member_task.due', offsetMinutes: 0, cohortId: cohort.id } as const;
  const { data } = await api.post('/reminder-rules', { body: rule });
  await open(page, `/reminders/${data.id}`);
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  const body = { title: unique('Task'), dueAt: new Date(Date.now() + 3_000).toISOString() };
  const { data: task } = await api.post('/enrollments/{enrollmentId}/tasks', { path: { enrollmentId }, body });
  await api.post('/member-tasks/{memberTaskId}/publish', { path: { memberTaskId: task.id } });
  const firings = page.getByRole('table', { name: 'What it sent' });
  await expect(firings.getByRole('row').nth(1)).toContainText('fired', { timeout: 40_000 });
  await expect(firings.getByRole('link', { name: 'Member task' })).toHaveAttribute(
    'href',
    `/console/enrollments/${enrollmentId}`,
  );
  // The cohort is in Lisbon, the browser in New York.
  await expect(firings.locator('time.elsewhere').first()).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'missed' }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await api.post('/reminder-rules/{reminderRuleId}/archive', { path: { reminderRuleId: data.id } });
});

test('who may not see reminder rules is told why', async ({ page }) => {
  await open(page, '/reminders', 'coach');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});
