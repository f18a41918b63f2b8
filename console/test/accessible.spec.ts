import type { Page } from '@playwright/test';
import { api, choose, demo, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newMember, newPerson, newTask, unique } from './school.js';

/** Pages and states that no other spec looks at by the rules of accessibility, in light and dark. */

async function openDialog(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test('the page of a program', async ({ page }) => {
  await open(page, `/programs/${demo.programId}`);
  await expect(page.getByRole('table', { name: 'Courses' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('the page of a member, handing over their work, and a key that is shown once', async ({ page }) => {
  const { member } = await newPerson();
  await open(page, `/people/${member.id}`);
  await expect(page.getByRole('table', { name: 'Enrollments' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const dialog = await openDialog(page, 'Hand over work');
  await expect(dialog).toContainText('To hand over: 0 responsibilities');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openDialog(page, 'Create a key');
  await dialog.getByLabel('What it is for').fill('Portal');
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  await expect(dialog).toContainText('it is not shown again');
  await expectAccessible(page);
});

test('interventions that nobody can carry out', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const owner = await newMember(unique('Leaver'), 'ADMIN');
  const title = unique('Orphan');
  const body = { reason: 'other', title, channel: 'call', expectedOutcome: 'None' } as const;
  const planned = { ...body, ownerUserId: owner.accountId, dueAt: '2099-01-01T10:00:00Z' };
  await api.post('/enrollments/{enrollmentId}/interventions', { path: { enrollmentId }, body: planned });
  await api.delete('/members/{memberId}', { path: { memberId: owner.id } });
  await open(page, '/work');
  const orphaned = page.getByRole('region', { name: 'Interventions that nobody can carry out' });
  await expect(orphaned.getByRole('row', { name: title }).locator('time.elsewhere')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('an address without a page', async ({ page }) => {
  await open(page, '/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
  await expectAccessible(page);
});

test('a page and a list that could not be loaded', async ({ page }) => {
  await page.clock.install();
  await page.route('**/api/v1/enrollments/*/briefing', (route) => route.abort());
  await open(page, `/enrollments/${demo.enrollmentId}`);
  await later(page, (limit) => expect(page.getByRole('alert')).toContainText('This could not be loaded', limit));
  await expectAccessible(page);
  await page.route('**/api/v1/members*', (route) => route.abort());
  await page.goto('/console/people');
  await later(page, (limit) => expect(page.getByRole('alert')).toContainText('The service did not answer', limit));
  await expectAccessible(page);
});

test('dialogs of the cockpit: more time, a coach, and what became of each', async ({ page }) => {
  const { cohort, enrollmentId, member } = await newPerson();
  await newTask(enrollmentId, '2026-02-01T10:00:00Z');
  await open(page, `/cohorts/${cohort.id}?signal=late`);
  await page.getByLabel(`Select ${member.name}`).check();
  const dialog = await openDialog(page, 'Assign a coach');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openDialog(page, 'Extend deadlines');
  await expectAccessible(page);
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Extend deadlines' }).click();
  await expect(dialog).toContainText('Done for 1.');
  await expectAccessible(page);
});

test('dialogs of a cohort: enrolling, which may be refused, attendance and phases', async ({ page }) => {
  const { cohort, member } = await newPerson();
  const session = { title: unique('Session'), startsAt: '2026-02-02T18:00:00Z', endsAt: '2026-02-02T19:00:00Z' };
  const body = { ...session, timezone: 'Europe/Lisbon', cohortIds: [cohort.id] };
  await api.post('/live-sessions', { body });
  await open(page, `/programs/cohorts/${cohort.id}`);
  const dialog = await openDialog(page, 'Enroll members');
  await choose(page, 'Members', member.name, new RegExp(member.name));
  // The list stays open for more, over what stands below it.
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Enroll members' }).click();
  await expect(dialog).toContainText('Done for 0, not done for 1:');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await openDialog(page, 'Record attendance');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openDialog(page, 'Edit the phases');
  await expectAccessible(page);
});

test('the page of a review', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { deliverableId } = await newTask(enrollmentId);
  const body = { kind: 'link' as const, url: 'https://work.example/mine', note: unique('Note') };
  await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  await open(page, '/work');
  await page.getByRole('row', { name: body.note }).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('region', { name: 'Your review' }).getByLabel('Verdict')).toBeVisible();
  await expectAccessible(page);
});

test('the dialog that rotates the secret of a webhook', async ({ page }) => {
  await open(page, `/webhooks/${demo.subscriptionId}`);
  await openDialog(page, 'Rotate the secret');
  await expectAccessible(page);
});
