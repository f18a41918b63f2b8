import type { Page } from '@playwright/test';
import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newPerson } from './school.js';

/** Somebody who has left, about whom a note was written. */
async function newLeaver() {
  const { member, enrollmentId } = await newPerson();
  const path = { enrollmentId };
  await api.post('/enrollments/{enrollmentId}/notes', { path, body: { body: 'A private matter' } });
  await api.post('/enrollments/{enrollmentId}/close', { path, body: { result: 'withdrawn' } });
  await api.delete('/members/{memberId}', { path: { memberId: member.id } });
  return member;
}

async function newRequest() {
  const member = await newLeaver();
  const path = { memberId: member.id };
  const { data } = await api.post('/members/{memberId}/erasures', { path, body: { reason: 'By letter' } });
  return { member, erasure: data };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an erasure is requested after it is said what it does; its preview is shown, and the requester cannot approve it', async ({
  page,
}) => {
  const member = await newLeaver();
  const other = await newcomer('OWNER');
  await open(page, `/people/${member.id}`);
  await button(page, 'Request an erasure').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nothing is erased before another owner has approved it.');
  await dialog.getByRole('button', { name: 'Request an erasure' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('By letter');
  await dialog.getByRole('button', { name: 'Request an erasure' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Erasure of ${member.name}`);
  const preview = page.getByRole('table', { name: 'What is erased' });
  await expect(preview.getByRole('row', { name: 'Enrollment notes' })).toContainText('1');
  await expect(page.getByText('You asked for this erasure: you cannot approve it yourself.')).toBeVisible();
  await expect(page.getByText(/It can be approved by: .*/)).toContainText(other.member.name);
  await expect(button(page, 'Approve the erasure')).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, 'Cancel the erasure').click();
  await dialog.getByRole('button', { name: 'Cancel the erasure' }).click();
  await expect(page.getByText('Nothing was erased.')).toBeVisible();
  await api.delete('/members/{memberId}', { path: { memberId: other.member.id } });
});

test('another owner approves it after the danger is said; until it is carried out it can be cancelled', async ({
  page,
}) => {
  const { member, erasure } = await newRequest();
  const other = await newcomer('OWNER');
  await open(page, '/erasures', other);
  await page.getByRole('link', { name: member.name }).click();
  await expect(page.getByText('You asked for this erasure')).toHaveCount(0);
  await button(page, 'Approve the erasure').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    `Danger: the name, the address and every text about ${member.name} will be erased for good.`,
  );
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Approve the erasure' }).click();
  await expect(page.getByText('It is approved, and will be carried out.')).toBeVisible();
  await expect(page.getByText('Not before')).toBeVisible();
  await expectAccessible(page);
  const path = { erasureId: erasure.id };
  const { data } = await api.get('/erasures/{erasureId}', { path });
  expect(data).toMatchObject({ status: 'approved', approvedBy: other.member.accountId });
  await button(page, 'Cancel the erasure').click();
  await dialog.getByRole('button', { name: 'Cancel the erasure' }).click();
  await expect(page.getByText('cancelled', { exact: true })).toBeVisible();
  await page.goto('/console/erasures');
  await expect(page.getByRole('row', { name: member.name })).toContainText('cancelled');
  await expectAccessible(page);
  await expectToFit(page);
  await api.delete('/members/{memberId}', { path: { memberId: other.member.id } });
});

test('an administrator cannot approve it, is told who can, and refuses it', async ({ page }) => {
  const { erasure } = await newRequest();
  await open(page, `/erasures/${erasure.id}`, 'admin');
  await expect(page.getByText('Administrators cannot approve it; they can refuse it.')).toBeVisible();
  await expect(page.getByText('There is no other owner')).toBeVisible();
  await expect(button(page, 'Approve the erasure')).toHaveCount(0);
  await button(page, 'Refuse the erasure').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse the erasure' }).click();
  await expect(page.getByText('It was cancelled or refused.')).toBeVisible();
});

test('an erasure of somebody who is still enrolled is refused with the reason', async ({ page }) => {
  const { member } = await newPerson();
  await open(page, `/people/${member.id}`);
  await expect(button(page, 'Detach')).toBeVisible();
  await expect(button(page, 'Request an erasure')).toHaveCount(0);
  await api.delete('/members/{memberId}', { path: { memberId: member.id } });
  await page.reload();
  await button(page, 'Request an erasure').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('By letter');
  await dialog.getByRole('button', { name: 'Request an erasure' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Refused: nothing was changed');
  await expect(dialog.getByRole('alert')).toContainText('enrollment');
});

test('the text of a note is removed by whoever wrote it or an administrator; others are not offered it', async ({
  page,
}) => {
  const { enrollmentId, cohort } = await newPerson();
  const path = { enrollmentId };
  await api.post('/enrollments/{enrollmentId}/notes', { path, body: { body: 'About somebody else' } });
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  await open(page, `/enrollments/${enrollmentId}?part=notes`, coach);
  const notes = page.getByRole('table', { name: 'Notes' });
  await expect(notes).toContainText('About somebody else');
  await expect(button(page, 'Remove the text')).toHaveCount(0);

  await open(page, `/enrollments/${enrollmentId}?part=notes`, 'admin');
  await button(page, 'Remove the text').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why the text has to go').fill('It is about somebody else');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove the text' }).click();
  await expect(notes).toContainText('[redacted]');
  await expect(button(page, 'Remove the text')).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/enrollments/{enrollmentId}/notes', { path });
  expect(data.items).toMatchObject([{ body: '[redacted]' }]);
});

test('who may not see erasures is told why', async ({ page }) => {
  await open(page, '/erasures', 'director');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});
