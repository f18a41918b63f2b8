import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCohort, newMember, newProgram, unique } from './school.js';

test('a program is published, archived and restored with the evidence of its history', async ({ page }) => {
  const name = unique('Program');
  await open(page, '/programs');
  await expectAccessible(page);
  await expectToFit(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a program' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create a program' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByLabel('Reason').fill('Nobody came');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toContainText('Its recorded history proves that it was active.');
  await expect(dialog).toContainText('active → archived, Olivia Owner');
  await expect(dialog).toContainText('Nobody came');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The program is active again.')).toBeVisible();
});

test('a program without recorded history is not restored, and the dialog says why', async ({ page }) => {
  const { data } = await api.post('/programs', { body: { name: unique('Imported'), status: 'archived' } });
  await open(page, `/programs/${data.id}`);
  await page.getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('there is no recorded history that proves what it was');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByRole('alert').last()).toContainText('Refused: nothing was changed');
});

test('a cohort, from a draft to its end', async ({ page }) => {
  const program = await newProgram();
  const name = unique('Cohort');
  await open(page, `/programs/${program.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a cohort' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await dialog.getByLabel('First day').fill('2026-11-02');
  await dialog.getByLabel('Seats').fill('2');
  await dialog.getByLabel('Phases').fill('Start');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Phases').fill('Practice');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a cohort' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const status of ['open', 'active']) {
    await page.getByRole('button', { name: `Make it ${status}` }).click();
    await dialog.getByRole('button', { name: `Make it ${status}` }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Move to a phase' }).click();
  await dialog.getByLabel('Phase', { exact: true }).selectOption({ label: 'Practice' });
  await dialog.getByRole('button', { name: 'Move to a phase' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Practice' })).toContainText('current');
  const { data } = await api.get('/cohorts', { query: { programId: program.id } });
  expect(data.items).toMatchObject([{ name, timezone: 'Asia/Tokyo', capacity: 2, status: 'active' }]);
  await expectAccessible(page);
  await expectToFit(page);
});

test('members are enrolled up to the last seat, and moved together', async ({ page }) => {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  await api.patch('/cohorts/{cohortId}', { path, body: { capacity: 2 } });
  const members = [await newMember(), await newMember(), await newMember()];
  await open(page, `/programs/cohorts/${cohort.id}`, 'director');
  const dialog = page.getByRole('dialog');
  for (const [at, { name }] of members.entries()) {
    await page.getByRole('button', { name: 'Enroll a member' }).click();
    await dialog.getByRole('combobox', { name: 'Member' }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await dialog.getByRole('button', { name: 'Enroll a member' }).click();
    if (at < 2) await expect(page.getByRole('link', { name })).toBeVisible();
  }
  await expect(dialog.getByRole('alert')).toContainText('Refused: nothing was changed');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Move those selected' }).click();
  await dialog.getByLabel('What').selectOption('pause');
  await dialog.getByLabel('Reason').fill('Holidays');
  await dialog.getByRole('button', { name: 'Move those selected' }).click();
  await expect(dialog).toContainText('Done for 2.');
  const { data } = await api.get('/enrollments', { query: { cohortId: cohort.id } });
  expect(data.items.map(({ status }) => status)).toEqual(['paused', 'paused']);
});

test('a task for all is written, published, and shows where each member stands', async ({ page }) => {
  const cohort = await newCohort();
  const member = await newMember();
  const body = { memberId: member.id, status: 'active' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  const title = unique('Task');
  await open(page, `/programs/cohorts/${cohort.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a task' }).click();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Deadline').selectOption('at');
  await dialog.getByLabel('Instant').fill('2099-07-01T12:00');
  await dialog.getByRole('button', { name: 'Create a task' }).click();
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const row = page.getByRole('row', { name: member.name });
  await expect(row).toContainText('not handed in');
  await expect(row).toContainText('1 Jul 2099, 12:00');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Archive' })).toHaveCount(0);
});

test('a live session is scheduled, and attendance recorded for one that has begun', async ({ page }) => {
  const cohort = await newCohort();
  const member = await newMember();
  const body = { memberId: member.id, status: 'active' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  const title = unique('Session');
  await open(page, `/programs/cohorts/${cohort.id}`, 'director');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Schedule a live session' }).click();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Begins').fill('2026-02-02T18:00');
  await dialog.getByLabel('Ends').fill('2026-02-02T19:00');
  await dialog.getByRole('button', { name: 'Schedule a live session' }).click();
  const row = page.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Record attendance' }).click();
  await dialog.getByLabel(member.name).selectOption('absent');
  await dialog.getByRole('button', { name: 'Record attendance' }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await api.get('/cohorts/{cohortId}/cockpit', { path: { cohortId: cohort.id } });
  expect(data.absences).toMatchObject({ measured: true, total: 1 });
});

test('a coach reads, and is offered nothing that a coach may not do', async ({ page }) => {
  await open(page, `/programs/cohorts/${demo.cohortId}`, 'coach');
  await expect(page.getByRole('link', { name: 'Cockpit' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  for (const name of ['Enroll a member', 'Change', 'Move to a phase', 'Create a task', 'Schedule a live session']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});
