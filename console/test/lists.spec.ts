import { api, expect, later, open, test } from './console.js';
import { newMember, newProgram, unique } from './school.js';

test('a list that could not be read again is read again when one asks for it', async ({ page }) => {
  await page.clock.install();
  const program = await newProgram();
  await open(page, '/programs');
  await expect(page.getByRole('link', { name: program.name })).toBeVisible();
  await page.route('**/api/v1/programs?*', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await later(page, (limit) => expect(page.getByRole('alert')).toContainText('The service did not answer.', limit));
  const name = unique('Program');
  await api.patch('/programs/{programId}', { path: { programId: program.id }, body: { name } });
  await page.unroute('**/api/v1/programs?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('rows of another filter cannot be used while those asked for are read', async ({ page }) => {
  await newProgram();
  await open(page, '/programs');
  const frame = page.locator('.table-frame');
  await expect(frame).toBeVisible();
  await expect(frame).toHaveJSProperty('inert', false);
  let answer = (): void => undefined;
  const isAwaited = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/programs?*', async (route) => {
    await isAwaited;
    await route.continue();
  });
  await page.getByRole('button', { name: 'active', exact: true }).click();
  await expect(frame).toHaveJSProperty('inert', true);
  await expect(frame).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(frame).toHaveJSProperty('inert', false);
});

test('a list does not grow by itself where something stands below it', async ({ page }) => {
  for (let count = 0; count < 60; count += 1) await newMember();
  await open(page, '/people');
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  const below = page.getByRole('button', { name: 'Import people' });
  await below.scrollIntoViewIfNeeded();
  // Longer than a page takes to be read.
  await page.waitForTimeout(1_500);
  await expect(rows).toHaveCount(51);
  await expect(below).toBeInViewport();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(60);
});
