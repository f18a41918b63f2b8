import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newCohort, newMember, newPerson, newTask, unique } from './school.js';

/** Counts the clicks of a page, as its documents hear them. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('clicked', () => (clicks += 1));
  await page.evaluate(() =>
    document.addEventListener(
      'pointerdown',
      () => void (window as unknown as { clicked: () => Promise<void> }).clicked(),
      true,
    ),
  );
  return () => clicks;
}

/** A cohort with as many active members, by an import. */
async function cohortOf(size: number) {
  const cohort = await newCohort(unique('Large'));
  const word = unique('Row').replace(' ', '');
  const rows = Array.from({ length: size }, (_, at) => ({
    email: `${word}.${at}@example.org`,
    name: `${word} ${String(at).padStart(3, '0')}`,
  }));
  const { data } = await api.post('/people-imports', { body: { cohortId: cohort.id, rows } });
  await api.post('/people-imports/{peopleImportId}/commit', { path: { peopleImportId: data.id }, body: {} });
  return { cohort, word };
}

const enrollmentsOf = async (cohortId: string) => {
  const found = [];
  for await (const item of api.pages('/enrollments', { query: { cohortId, limit: 100 } })) found.push(item);
  return found;
};

const textOf = async (page: Page, button: Locator) => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await download.path(), 'utf8');
};

test('all 300 of a cohort are selected, not only the 100 shown, and all of them are moved', async ({ page }) => {
  const { cohort } = await cohortOf(300);
  await open(page, `/programs/cohorts/${cohort.id}`);
  const members = page.getByRole('region', { name: 'Members' });
  await expect(members.getByText('It can be sorted and saved as CSV once the whole list is shown.')).toBeVisible();
  await expect(members.getByRole('button', { name: 'CSV: Members' })).toHaveCount(0);
  const clicks = await countClicks(page);
  await members.getByRole('button', { name: 'Select the whole list, also what is not shown yet' }).click();
  await expect(members.getByText('300 selected')).toBeVisible();
  await members.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What').selectOption('pause');
  await dialog.getByLabel('Reason').fill('A holiday');
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(dialog).toContainText('Done for 300.');
  expect(clicks()).toBeLessThanOrEqual(4);
  expect((await enrollmentsOf(cohort.id)).filter(({ status }) => status === 'paused')).toHaveLength(300);
});

test('a list that was read to its end is sorted by a column, and saved in that order', async ({ page }) => {
  const { cohort, word } = await cohortOf(3);
  await open(page, `/programs/cohorts/${cohort.id}`);
  const members = page.getByRole('region', { name: 'Members' });
  const names = members.getByRole('cell').getByRole('link', { name: word });
  const header = members.getByRole('columnheader', { name: 'Member' });
  await header.getByRole('button').click();
  await expect(names).toHaveText([`${word} 000`, `${word} 001`, `${word} 002`]);
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  await expect(names).toHaveText([`${word} 002`, `${word} 001`, `${word} 000`]);
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const rows = (await textOf(page, members.getByRole('button', { name: 'CSV: Members' }))).split('\r\n');
  expect(rows[0]).toBe('Member,Status,Enrolled');
  expect(rows.slice(1, 4).map((row) => row.split(',')[0])).toEqual([`${word} 002`, `${word} 001`, `${word} 000`]);
  // On a phone the rows are cards, without headers to press.
  await page.setViewportSize({ width: 390, height: 800 });
  const order = members.getByLabel('Sort by');
  await expect(order.getByRole('option', { selected: true })).toHaveText('Member, descending');
  await order.selectOption('Member, ascending');
  await expect(names).toHaveText([`${word} 000`, `${word} 001`, `${word} 002`]);
  await expectAccessible(page);
  await expectToFit(page);
});

test('several members are enrolled at once, and whoever cannot be is named', async ({ page }) => {
  const cohort = await newCohort();
  const word = unique('Batch');
  const members = [await newMember(`${word} one`), await newMember(`${word} two`), await newMember(`${word} three`)];
  const body = { memberId: String(members[2]?.id), status: 'active' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('button', { name: 'Enroll members' }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.getByRole('combobox', { name: 'Members' });
  for (const name of ['one', 'two', 'three']) {
    await input.fill(`${word} ${name}`);
    await page.getByRole('option', { name: new RegExp(`^${word} ${name}`) }).click();
  }
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enroll members' }).click();
  await expect(dialog).toContainText('Done for 2, not done for 1:');
  await expect(dialog.getByRole('listitem')).toContainText(`${word} three`);
  expect(await enrollmentsOf(cohort.id)).toHaveLength(3);
});

test('a task of the cohort is assigned to some of its people', async ({ page }) => {
  const { cohort, word } = await cohortOf(4);
  const path = { cohortId: cohort.id };
  const task = { title: unique('Extra task'), deadline: { kind: 'none' as const } };
  const { data } = await api.post('/cohorts/{cohortId}/tasks', { path, body: task });
  const place = { cohortTaskId: data.id };
  await api.post('/cohort-tasks/{cohortTaskId}/publish', { path: place, body: { assignTo: 'none' } });
  await open(page, `/programs/cohort-tasks/${data.id}`);
  await page.getByRole('button', { name: 'Assign to some people' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toHaveCount(4);
  await dialog.getByRole('checkbox', { name: `${word} 001` }).check();
  await dialog.getByRole('checkbox', { name: `${word} 003` }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign to some people' }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveText([`${word} 003`, `${word} 001`].sort(), {
    useInnerText: true,
  });
  const { data: having } = await api.get('/cohort-tasks/{cohortTaskId}/member-tasks', { path: place });
  expect(having.items.map(({ memberName }) => memberName).sort()).toEqual([`${word} 001`, `${word} 003`]);
});

test('ten interventions are closed at once, in at most 8 clicks', async ({ page }) => {
  const { cohort } = await cohortOf(10);
  const items = (await enrollmentsOf(cohort.id)).map(({ id }) => ({ enrollmentId: id }));
  const title = unique('Call them');
  const plan = { title, reason: 'other' as const, channel: 'call' as const, expectedOutcome: 'A date' };
  const { member, key } = await newcomer('ADMIN');
  const body = { ...plan, dueAt: '2099-01-01T10:00:00Z', ownerUserId: member.accountId, items };
  await api.post('/cohorts/{cohortId}/bulk-interventions', { path: { cohortId: cohort.id }, body });
  await open(page, '/work', { key });
  const clicks = await countClicks(page);
  const queue = page.getByRole('region', { name: 'My interventions' });
  await queue.getByRole('switch', { name: 'Include those not due yet' }).click();
  const rows = queue.getByRole('row').filter({ hasText: title });
  await expect(rows).toHaveCount(10);
  await queue.getByLabel('Select all rows shown').click();
  await queue.getByRole('button', { name: 'Close selected interventions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Outcome').click();
  await page.keyboard.type('Everybody was called');
  await dialog.getByRole('button', { name: 'Close selected interventions' }).click();
  await expect(rows).toHaveCount(0);
  expect(clicks()).toBeLessThanOrEqual(8);
  const { data: left } = await api.get('/interventions', { query: { cohortId: cohort.id } });
  expect(left.items).toHaveLength(0);
});

/** A session of a cohort that began an hour ago. */
async function begunSession(cohortId: string) {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const body = { title: unique('Session'), startsAt: at(-60), endsAt: at(60), timezone: 'UTC', cohortIds: [cohortId] };
  return (await api.post('/live-sessions', { body })).data;
}

test('the attendance of 22 people with two absent is recorded in at most 6 clicks', async ({ page }) => {
  const { cohort, word } = await cohortOf(22);
  const session = await begunSession(cohort.id);
  await open(page, `/programs/cohorts/${cohort.id}`);
  const row = page.getByRole('row', { name: session.title });
  await expect(row).toContainText('Not recorded yet');
  const clicks = await countClicks(page);
  await row.getByRole('button', { name: 'Record attendance' }).click();
  const dialog = page.getByRole('dialog');
  const absent = (at: string) =>
    dialog.getByRole('group', { name: `${word} ${at}` }).getByRole('radio', { name: 'absent' });
  await absent('004').click();
  await absent('017').click();
  await dialog.getByRole('button', { name: 'Everyone else was present' }).click();
  await expect(dialog.getByText('22 of 22 people recorded.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Record attendance' }).click();
  await expect(row).toContainText('20 present, 2 absent');
  expect(clicks()).toBeLessThanOrEqual(6);
  const path = { liveSessionId: session.id };
  const { attendance } = (await api.get('/live-sessions/{liveSessionId}', { path })).data;
  expect(attendance.filter(({ status }) => status === 'absent')).toHaveLength(2);
});

test('only marks that were changed are sent, so that nobody else’s are reverted', async ({ page }) => {
  const { cohort, word } = await cohortOf(3);
  const session = await begunSession(cohort.id);
  const path = { liveSessionId: session.id };
  const people = await enrollmentsOf(cohort.id);
  const entries = people.map(({ id }) => ({ enrollmentId: id, status: 'present' as const }));
  await api.put('/live-sessions/{liveSessionId}/attendance', { path, body: { entries } });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON());
  });
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('row', { name: session.title }).getByRole('button', { name: 'Record attendance' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Everyone else was present' })).toBeDisabled();
  await dialog
    .getByRole('group', { name: `${word} 001` })
    .getByRole('radio', { name: 'excused' })
    .click();
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Record attendance' }).click();
  await expect(dialog).toHaveCount(0);
  const changed = people.find(({ memberName }) => memberName === `${word} 001`);
  expect(sent).toEqual([{ entries: [{ enrollmentId: changed?.id, status: 'excused' }] }]);
});

test('the join link of a live session is shown, changed and taken away', async ({ page }) => {
  const cohort = await newCohort();
  const times = { startsAt: '2099-02-02T18:00:00Z', endsAt: '2099-02-02T19:00:00Z', timezone: 'UTC' };
  const body = { title: unique('Later'), ...times, cohortIds: [cohort.id], joinUrl: 'https://meet.example/one' };
  const { data: session } = await api.post('/live-sessions', { body });
  await open(page, `/programs/cohorts/${cohort.id}`);
  const row = page.getByRole('row', { name: session.title });
  await expect(row.getByRole('link', { name: 'https://meet.example/one' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  for (const [typed, shown] of [
    ['https://meet.example/two', 'https://meet.example/two'],
    ['', 'No link yet'],
  ] as const) {
    await row.getByRole('button', { name: 'Edit the join link' }).click();
    await dialog.getByLabel('Where to join').fill(typed);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText(shown);
  }
});

test('one task of one person gets more time, and something to be handed in', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const other = await newTask(enrollmentId, '2099-03-01T10:00:00.000Z');
  const body = { title: unique('Alone'), dueAt: '2099-03-01T10:00:00.000Z' };
  const { data: task } = await api.post('/enrollments/{enrollmentId}/tasks', { path: { enrollmentId }, body });
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  const row = page.getByRole('row', { name: task.title });
  await row.getByRole('button', { name: 'Extend this deadline' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Days').fill('3');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Extend this deadline' }).click();
  await expect(row).toContainText('4 Mar 2099');
  const due = async (memberTaskId: string) =>
    (await api.get('/member-tasks/{memberTaskId}', { path: { memberTaskId } })).data.dueAt;
  expect(await due(task.id)).toBe('2099-03-04T10:00:00.000Z');
  expect(await due(other.memberTaskId)).toBe('2099-03-01T10:00:00.000Z');

  await row.getByRole('button', { name: 'Deliverables and submissions' }).click();
  await row.getByRole('button', { name: 'Ask for a deliverable' }).click();
  await dialog.getByLabel('What is to be handed in').fill('An essay');
  await dialog.getByRole('checkbox', { name: 'link' }).uncheck();
  await dialog.getByRole('button', { name: 'Ask for a deliverable' }).click();
  await expect(row).toContainText('An essay');
  const { data } = await api.get('/member-tasks/{memberTaskId}/deliverables', { path: { memberTaskId: task.id } });
  expect(data.items).toMatchObject([{ title: 'An essay', acceptedFormats: [{ kind: 'file' }] }]);
});

test('from the people of a cohort a coach is at tasks and sessions with one click', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}?signal=all`, 'coach');
  const first = page.getByRole('table').getByRole('row').nth(1);
  await first.getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('region', { name: 'Tasks' })).toBeVisible();
  await page.goBack();
  await first.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('region', { name: 'Coaching sessions' })).toBeVisible();
});
