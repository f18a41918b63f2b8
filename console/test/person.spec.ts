import { api, choose, demo, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newCohort, newPerson, newTask, unique } from './school.js';

test('what one needs to know before a call, then everything that happened', async ({ page }) => {
  await open(page, `/enrollments/${demo.enrollmentId}`, 'coach');
  await expect(page.getByRole('heading', { level: 1, name: 'Lea Harbour' })).toBeVisible();
  const briefing = page.getByRole('region', { name: 'Briefing' });
  await expect(briefing.getByRole('link', { name: 'lea.harbour@learners.example' })).toBeVisible();
  await expect(briefing).toContainText('Carl Coach');
  await expect(briefing).toContainText('overdue task (1)');
  await expect(briefing).toContainText('none yet (nothing was reviewed yet)');
  const timeline = page.getByRole('table', { name: 'Timeline' });
  await expect(timeline).toContainText('Milestone reached');
  await page.getByLabel('What happened').selectOption('lesson.completed');
  await expect(timeline.getByRole('row').filter({ hasNotText: 'Lesson completed' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Transfer' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test('the briefing names what is open: blockers and interventions with whoever is responsible', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const path = { enrollmentId };
  const [blocker, call] = [unique('Blocked'), unique('Call')];
  await api.post('/enrollments/{enrollmentId}/blockers', { path, body: { title: blocker, urgency: 'urgent' } });
  const dueAt = '2099-01-01T10:00:00Z';
  const about = { reason: 'other', title: call, channel: 'call', expectedOutcome: 'None' } as const;
  const body = { ...about, dueAt, ownerUserId: demo.ownerAccountId };
  await api.post('/enrollments/{enrollmentId}/interventions', { path, body });
  await open(page, `/enrollments/${enrollmentId}`);
  const briefing = page.getByRole('region', { name: 'Briefing' });
  await expect(briefing).toContainText(blocker);
  await expect(briefing).toContainText(`${call}, Olivia Owner`);
  await expectToFit(page);
});

test('every part of the record, which the address keeps', async ({ page }) => {
  await open(page, `/enrollments/${demo.enrollmentId}`);
  for (const part of ['Tasks', 'Interventions', 'Blockers', 'Notes', 'Coaching sessions', 'Extensions', 'Progress']) {
    await page.getByRole('button', { name: part, exact: true }).click();
    await expect(page.getByRole('region', { name: part })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectAccessible(page);
  }
  await expect(page).toHaveURL(/part=progress$/);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Courses' })).toBeVisible();
  await expectToFit(page);
});

test('a blocker, a note, an intervention and a session, from beginning to end', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const path = { enrollmentId };
  await open(page, `/enrollments/${enrollmentId}?part=blockers`);
  const dialog = page.getByRole('dialog');
  const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).last().click();

  await page.getByRole('button', { name: 'Open a blocker' }).click();
  await dialog.getByLabel('What is blocking the member').fill('No laptop');
  await dialog.getByLabel('Urgency').selectOption('urgent');
  await submit('Open a blocker');
  await expect(page.getByRole('region', { name: 'Briefing' })).toContainText('urgent blocker (1)');
  await page.getByRole('button', { name: 'Resolve' }).click();
  await dialog.getByLabel('How it was resolved').fill('Lent one');
  await submit('Resolve');
  await expect(page.getByRole('table', { name: 'Blockers' })).toContainText('Lent one');

  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByRole('button', { name: 'Write a note' }).click();
  await dialog.getByLabel('Note').fill('<b>Likes</b> to be called in the morning');
  await submit('Write a note');
  await expect(page.getByRole('table', { name: 'Notes' })).toContainText('<b>Likes</b> to be called in the morning');

  await page.getByRole('button', { name: 'Interventions' }).click();
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  await dialog.getByLabel('Title').fill('Call');
  await dialog.getByLabel('Due').fill('2099-07-15T10:00');
  await dialog.getByLabel('Expected outcome').fill('A plan');
  await submit('Plan an intervention');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Due')).toHaveValue('2099-07-15T10:00');
  await dialog.getByLabel('Title').fill('Second call');
  await submit('Save');
  // Until the row has its new width, its buttons move.
  await expect(page.getByRole('table', { name: 'Interventions' })).toContainText('Second call');
  await page.getByRole('table').getByRole('button', { name: 'Close' }).click();
  await dialog.getByLabel('Outcome').fill('Agreed');
  await submit('Close the intervention');
  await expect(page.getByRole('table', { name: 'Interventions' })).toContainText('Agreed');
  const { data: planned } = await api.get('/enrollments/{enrollmentId}/interventions', { path });
  expect(planned.items).toMatchObject([
    { title: 'Second call', status: 'completed', outcome: 'Agreed', dueAt: '2099-07-15T09:00:00.000Z' },
  ]);

  await page.getByRole('button', { name: 'Coaching sessions' }).click();
  await page.getByRole('button', { name: 'Schedule a session' }).click();
  await dialog.getByLabel('When').fill('2099-01-15T10:00');
  await submit('Schedule a session');
  await page.getByRole('button', { name: 'Cancel the session' }).click();
  await submit('Cancel the session');
  const { data: sessions } = await api.get('/enrollments/{enrollmentId}/coaching-sessions', { path });
  await expect(page.getByRole('table', { name: 'Coaching sessions' })).toContainText('cancelled');
  expect(sessions.items).toMatchObject([{ scheduledAt: '2099-01-15T10:00:00.000Z' }]);
});

test('what was handed in is reviewed', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { deliverableId, title } = await newTask(enrollmentId);
  const addresses = ['https://work.example/mine', 'https://work.example/again'];
  const body = { kind: 'link' as const, url: String(addresses[0]), note: 'Here it is' };
  await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  const row = page.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Deliverables and submissions' }).click();
  await expect(row.getByRole('link', { name: addresses[0] })).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Verdict').selectOption('changes_requested');
  await dialog.getByLabel('Comment for the member').fill('Shorter, please');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(row).toContainText('Shorter, please');
  await expect(row).toContainText('changes requested');
  await row.getByRole('button', { name: 'Complete' }).click();
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(row.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('deliverables that cannot be read are not shown as none, and can be read again', async ({ page }) => {
  await page.clock.install();
  const { enrollmentId } = await newPerson();
  const { title } = await newTask(enrollmentId);
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  const reads = '**/api/v1/member-tasks/*/deliverables*';
  await page.route(reads, (route) => route.abort());
  const row = page.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Deliverables and submissions' }).click();
  await later(page, (limit) => expect(row.getByRole('alert')).toContainText('The service did not answer', limit));
  await expect(row.getByText('Nothing is to be handed in.')).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(reads);
  const submissions = '**/api/v1/deliverables/*/submissions*';
  await page.route(submissions, (route) => route.abort());
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row.getByText('A link')).toBeVisible();
  await later(page, (limit) => expect(row.getByRole('alert')).toContainText('The service did not answer', limit));
  await expect(row.getByText('Nothing was handed in yet.')).toHaveCount(0);
  await page.unroute(submissions);
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row.getByText('Nothing was handed in yet.')).toBeVisible();
});

test('submissions are read on beyond the first page', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { deliverableId, title } = await newTask(enrollmentId);
  const path = { deliverableId };
  for (let count = 1; count <= 21; count += 1) {
    const body = { kind: 'link' as const, url: `https://work.example/${count}` };
    const { data } = await api.post('/deliverables/{deliverableId}/submissions', { path, body });
    // None of them waits before those of other tests.
    const review = {
      path: { submissionId: data.id },
      body: { verdict: 'changes_requested' as const, comment: 'Again' },
    };
    await api.post('/submissions/{submissionId}/reviews', review);
  }
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  const row = page.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Deliverables and submissions' }).click();
  const links = row.getByRole('link', { name: 'https://work.example/' });
  await expect(links).toHaveCount(20);
  const more = row.getByRole('button', { name: 'Show more' });
  // A list that ends the page also reads on by itself once the button comes into view: it is gone before it is pressed then.
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 2_000 });
    await expect(links).toHaveCount(21, { timeout: 2_000 });
  }).toPass();
});

test('a file that was handed in is named and linked', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { deliverableId, title } = await newTask(enrollmentId, null, 'coach', 'file');
  const url = 'https://files.example/plan.pdf';
  const file = { kind: 'file' as const, title: unique('Plan'), mimeType: 'application/pdf', url };
  const { data: media } = await api.post('/media', { body: file });
  const body = { kind: 'file' as const, mediaId: media.id };
  await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  const row = page.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Deliverables and submissions' }).click();
  await expect(row.getByText(file.title)).toBeVisible();
  await expect(row.getByRole('link', { name: url })).toBeVisible();
  await page.goto('/console/work');
  const waiting = page.getByRole('region', { name: 'Reviews waiting' }).getByRole('row', { name: file.title });
  await expect(waiting.getByRole('link', { name: url })).toBeVisible();
});

test('a preview of a transfer that cannot be read can be read again', async ({ page }) => {
  await page.clock.install();
  const { enrollmentId } = await newPerson();
  const target = await newCohort(unique('Target'));
  await open(page, `/enrollments/${enrollmentId}`);
  const reads = '**/transfer-preview*';
  await page.route(reads, (route) => route.abort());
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'To the cohort', target.name);
  await later(page, (limit) => expect(dialog.getByRole('alert')).toContainText('The service did not answer', limit));
  await page.unroute(reads);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('This transfer is possible. It moves:');
});

test('a transfer shows what it would do, then does it, and leads to where it goes on', async ({ page }) => {
  const { enrollmentId, member } = await newPerson();
  const target = await newCohort(unique('Target'));
  await newTask(enrollmentId);
  await open(page, `/enrollments/${enrollmentId}`);
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'To the cohort', target.name);
  await expect(dialog).toContainText('This transfer is possible. It moves:');
  await expect(dialog.getByRole('listitem').filter({ hasText: '1 task' })).toHaveText('1 task');
  await expect(dialog).toContainText('0 group memberships end. Seats are not limited.');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Moved away');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(page.getByRole('link', { name: target.name })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(enrollmentId));
  const { data } = await api.get('/enrollments', { query: { memberId: member.id, status: 'active' } });
  expect(data.items.map(({ cohortId }) => cohortId)).toEqual([target.id]);

  await page.getByRole('link', { name: 'Earlier enrollment' }).click();
  await expect(page).toHaveURL(new RegExp(enrollmentId));
  await expect(page.getByText('transferred', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Continued enrollment' }).click();
  await expect(page.getByRole('link', { name: 'Earlier enrollment' })).toBeVisible();
});

test('instants are those of the cohort, with the wall clock of whoever looks beside them', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  await newTask(enrollmentId, '2099-01-15T10:00:00Z');
  const path = { enrollmentId };
  const heldAt = '2026-01-15T10:00:00Z';
  await api.post('/enrollments/{enrollmentId}/coaching-sessions', { path, body: { title: 'Call', heldAt } });
  await api.post('/enrollments/{enrollmentId}/deadline-extensions', {
    path,
    body: { scope: 'all', days: 7, reason: 'Illness' },
  });
  await open(page, `/enrollments/${enrollmentId}`);
  // The browser is in New York, the cohort in Lisbon.
  const asOf = page.getByRole('region', { name: 'Briefing' }).locator('header time');
  await asOf.focus();
  await expect(page.getByRole('tooltip')).toContainText(/^\d.* GMT-[45] where you are$/);
  const held = page.getByRole('row', { name: 'Coaching session created' });
  await expect(held.getByText('entered').locator('time')).toHaveAttribute('data-hint', /where you are/);
  await page.getByRole('button', { name: 'Extensions' }).click();
  await expect(page.getByRole('table', { name: 'Extensions' })).toContainText(
    '15 Jan 2099, 10:00 WET → 22 Jan 2099, 10:00 WET',
  );
});

test('where a value of the briefing comes from is shown by the keyboard, too', async ({ page }) => {
  await open(page, `/enrollments/${demo.enrollmentId}`);
  await page.getByRole('region', { name: 'Briefing' }).locator('.sourced').nth(4).focus();
  await expect(page.getByRole('tooltip')).toContainText('as of');
});

test('a task, a blocker and a session are changed', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { title, memberTaskId } = await newTask(enrollmentId, '2099-01-15T10:00:00Z');
  const path = { enrollmentId };
  await api.post('/enrollments/{enrollmentId}/blockers', { path, body: { title: 'No laptop', urgency: 'normal' } });
  const body = { title: 'Call', scheduledAt: '2099-01-15T10:00:00Z' };
  await api.post('/enrollments/{enrollmentId}/coaching-sessions', { path, body });
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  const dialog = page.getByRole('dialog');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  const renamed = unique('Renamed');
  await page.getByRole('row', { name: title }).getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Title').fill(renamed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: renamed })).toBeVisible();
  const { data: task } = await api.get('/member-tasks/{memberTaskId}', { path: { memberTaskId } });
  expect(task).toMatchObject({ title: renamed, dueAt: '2099-01-15T10:00:00.000Z' });
  expect(sent).toEqual([{ title: renamed }]);

  await page.getByRole('button', { name: 'Blockers' }).click();
  await page.getByRole('row', { name: 'No laptop' }).getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Urgency').selectOption('urgent');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: 'No laptop' })).toContainText('urgent');

  await page.getByRole('button', { name: 'Coaching sessions' }).click();
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByLabel('When').fill('2099-01-16T11:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByRole('table', { name: 'Coaching sessions' })).toContainText('16 Jan 2099, 11:00 WET');
});

test('a pause, a resumption and a closure, which says that it is final', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  await open(page, `/enrollments/${enrollmentId}`, 'director');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByLabel('Reason').fill('Ill');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toContainText('A closed enrollment cannot be reopened.');
  await dialog.getByLabel('Result').selectOption('withdrawn');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Briefing' })).toContainText('closed (the enrollment is closed)');
});

test('who may not see the person is told so', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  await open(page, `/enrollments/${enrollmentId}`, 'coach');
  await expect(page.getByRole('alert')).toContainText('Not found, or not yours to see');
});
