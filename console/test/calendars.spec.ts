import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newPerson, unique } from './school.js';

test('a calendar feed is made, its link shown once and copied; replaced, the former one is not found; then it ends', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { cohort } = await newPerson();
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  const name = unique('My calendar');
  await open(page, '/calendars', coach);
  await expect(page.getByText('There is no calendar feed.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a calendar feed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Whose calendar').selectOption('cohort');
  await dialog.getByLabel('Live sessions').check();
  await dialog.getByRole('button', { name: 'Create a calendar feed' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Cohort' })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByLabel('Whose calendar').selectOption('coach');
  await dialog.getByRole('button', { name: 'Create a calendar feed' }).click();
  await expect(dialog).toContainText('it is not shown again');
  const url = String(await dialog.locator('code').textContent());
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expectAccessible(page);
  await expectToFit(page);
  const calendar = await fetch(url);
  expect(calendar.headers.get('content-type')).toContain('text/calendar');
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await page.content()).not.toContain(url);

  const row = page.getByRole('row', { name });
  await expect(row).toContainText('people the member works with');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Replace the link' }).click();
  await expect(dialog).toContainText('The former link stops at once.');
  await dialog.getByRole('button', { name: 'Replace the link' }).click();
  const replaced = String(await dialog.locator('code').textContent());
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(replaced)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  // An administrator sees it, and ends it; its link is its member's alone.
  await open(page, '/calendars', 'admin');
  await expect(row.getByRole('link', { name: coach.member.name })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Replace the link' })).toHaveCount(0);
  await row.getByRole('button', { name: 'End the feed' }).click();
  await dialog.getByRole('button', { name: 'End the feed' }).click();
  await expect(row).toContainText('ended');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  expect((await fetch(replaced)).status).toBe(404);
  const { data } = await api.get('/calendar-feeds', { query: { limit: 1 } });
  expect(data.items[0]?.revokedAt).not.toBeNull();
});
