import { api, choose, demo, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newCohort, newMember, newPerson, newProgram, unique } from './school.js';

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
  for (const step of ['Open for enrollment', 'Start the cohort']) {
    await page.getByRole('button', { name: step }).click();
    await dialog.getByRole('button', { name: step }).click();
    await expect(dialog).toHaveCount(0);
  }
  // The page was read again: a dialog of its former buttons would go with them.
  await expect(page.getByRole('button', { name: 'Complete the cohort' })).toBeVisible();
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
    await page.getByRole('button', { name: 'Enroll members' }).click();
    await choose(page, 'Members', name, new RegExp(name));
    // The list stays open for more, over what stands below it.
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Enroll members' }).click();
    if (at < 2) await expect(page.getByRole('link', { name })).toBeVisible();
  }
  await expect(dialog).toContainText('Done for 0, not done for 1:');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Change status' }).click();
  await dialog.getByLabel('What').selectOption('pause');
  await dialog.getByLabel('Reason').fill('Holidays');
  await dialog.getByRole('button', { name: 'Change status' }).click();
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
  // A field of another kind of deadline is not there: nothing typed is dropped.
  await expect(dialog.getByLabel('Date and time')).toHaveCount(0);
  await expect(dialog.getByLabel('Days', { exact: true })).toHaveCount(0);
  await dialog.getByLabel('Deadline').selectOption('at');
  await expect(dialog.getByLabel('Time of day')).toHaveCount(0);
  await dialog.getByLabel('Date and time').fill('2099-07-01T12:00');
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

/** A published task for all, due some days after the start of its cohort, at 18:00. */
async function newCohortTask(cohortId: string) {
  const body = {
    title: unique('Task'),
    deadline: { kind: 'after_start' as const, days: 14, time: '18:00' },
    newEnrollments: true,
    graceDays: 3,
  };
  const { data } = await api.post('/cohorts/{cohortId}/tasks', { path: { cohortId }, body });
  return data;
}

test('a new title leaves the deadline, its time of day and everything else as they are', async ({ page }) => {
  const cohort = await newCohort();
  const task = await newCohortTask(cohort.id);
  const title = unique('Renamed');
  await open(page, `/programs/cohort-tasks/${task.id}`);
  await expect(page.getByText('14 days after the start of the cohort, 18:00')).toBeVisible();
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Time of day')).toHaveValue('18:00');
  await dialog.getByLabel('Title').fill(title);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(sent).toEqual([{ title }]);
  const path = { cohortTaskId: task.id };
  const { deadline, graceDays, newEnrollments } = (await api.get('/cohort-tasks/{cohortTaskId}', { path })).data;
  expect({ deadline, graceDays, newEnrollments }).toEqual({
    deadline: task.deadline,
    graceDays: 3,
    newEnrollments: true,
  });

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Time of day').fill('09:30');
  await dialog.getByLabel('Least days for a new enrollment').fill('5');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('14 days after the start of the cohort, 09:30')).toBeVisible();
  expect(sent[1]).toEqual({ deadline: { kind: 'after_start', days: 14, time: '09:30' }, graceDays: 5 });
});

test('a task for all whose cohort cannot be read can be read again', async ({ page }) => {
  await page.clock.install();
  const cohort = await newCohort();
  const task = await newCohortTask(cohort.id);
  const reads = `**/api/v1/cohorts/${cohort.id}`;
  await page.route(reads, (route) => route.abort());
  await open(page, `/programs/cohort-tasks/${task.id}`);
  await later(page, (limit) => expect(page.getByRole('alert')).toContainText('The service did not answer', limit));
  await page.unroute(reads);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: task.title })).toBeVisible();
});

test('an administrator says what is to be handed in, and the member can hand it in', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const title = unique('Task');
  await open(page, `/programs/cohorts/${cohort.id}`, 'admin');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a task' }).click();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Deadline').selectOption('after_enrollment');
  await dialog.getByLabel('Days', { exact: true }).fill('10');
  await dialog.getByLabel('Time of day').fill('17:00');
  await dialog.getByLabel('What is to be handed in').fill('A plan');
  await dialog.getByRole('checkbox', { name: 'file' }).uncheck();
  await dialog.getByRole('button', { name: 'Create a task' }).click();
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('The task is published.')).toBeVisible();
  const { data: tasks } = await api.get('/enrollments/{enrollmentId}/tasks', { path: { enrollmentId } });
  const path = { memberTaskId: String(tasks.items[0]?.id) };
  const { data: deliverables } = await api.get('/member-tasks/{memberTaskId}/deliverables', { path });
  expect(deliverables.items).toMatchObject([
    { title: 'A plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' },
  ]);
});

test('a program director of the organization is not asked what is to be handed in', async ({ page }) => {
  const cohort = await newCohort();
  const task = await newCohortTask(cohort.id);
  await open(page, `/programs/cohort-tasks/${task.id}`, 'director');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Time of day')).toHaveValue('18:00');
  await expect(dialog.getByLabel('What is to be handed in')).toHaveCount(0);
  await dialog.getByLabel('Title').fill(unique('Renamed'));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('It is changed.')).toBeVisible();
});

test('phases are renamed, moved, removed and added; those that are kept keep their ids', async ({ page }) => {
  const cohort = await newCohort();
  const [first, second] = cohort.phases;
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('button', { name: 'Edit the phases' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phase 1').fill('Beginning');
  await dialog.getByLabel('Place of First').fill('2');
  await dialog.getByLabel('Place of Second').fill('1');
  await dialog.getByLabel('New phases').fill('Third');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.phases').getByRole('listitem')).toHaveText(['Second', 'Beginning', 'Third']);
  const path = { cohortId: cohort.id };
  const { phases } = (await api.get('/cohorts/{cohortId}', { path })).data;
  expect(phases.slice(0, 2).map(({ id }) => id)).toEqual([second?.id, first?.id]);
  await page.getByRole('button', { name: 'Edit the phases' }).click();
  await dialog.getByLabel('Phase 1').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.phases').getByRole('listitem')).toHaveText(['Beginning', 'Third']);
});

test('a cohort is chosen among all there are, not among the newest hundred', async ({ page }) => {
  const [target, source] = [await newCohort(), await newCohort(unique('Oldest'))];
  await newCohortTask(source.id);
  const body = { timezone: 'Europe/Lisbon' };
  for (let count = 0; count < 101; count += 1) {
    const path = { programId: source.programId };
    await api.post('/programs/{programId}/cohorts', { path, body: { ...body, name: unique('Newer') } });
  }
  await open(page, `/programs/cohorts/${target.id}`);
  await page.getByRole('button', { name: 'Copy tasks of another cohort' }).click();
  await choose(page, 'From the cohort', source.name);
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy tasks of another cohort' }).click();
  await expect(page.getByText('1 task is copied, as drafts.')).toBeVisible();
});

test('a live session is offered for attendance once it begins, while the page stays open', async ({ page }) => {
  await page.clock.install();
  const cohort = await newCohort();
  await page.clock.install();
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const session = { title: unique('Soon'), startsAt: at(3), endsAt: at(60), timezone: 'UTC', cohortIds: [cohort.id] };
  await api.post('/live-sessions', { body: session });
  await open(page, `/programs/cohorts/${cohort.id}`);
  const row = page.getByRole('row', { name: session.title });
  await row.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByRole('dialog').getByLabel('Begins')).not.toHaveValue('');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.clock.runFor(5 * 60_000);
  await expect(row.getByRole('button', { name: 'Record attendance' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Cancel the session' })).toHaveCount(0);
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
  await dialog.getByRole('group', { name: member.name }).getByRole('radio', { name: 'absent' }).check();
  await dialog.getByRole('button', { name: 'Record attendance' }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await api.get('/cohorts/{cohortId}/cockpit', { path: { cohortId: cohort.id } });
  expect(data.absences).toMatchObject({ measured: true, total: 1 });
});

test('a coach reads, and is offered nothing that a coach may not do', async ({ page }) => {
  await open(page, `/programs/cohorts/${demo.cohortId}`, 'coach');
  await expect(page.getByRole('link', { name: 'Cockpit' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  for (const name of ['Enroll members', 'Edit', 'Move to a phase', 'Create a task', 'Schedule a live session']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});
