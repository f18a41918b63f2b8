import { api, expect, open, test } from './console.js';
import { newProgram, unique } from './school.js';

test('a list that could not be read again is read again when one asks for it', async ({ page }) => {
  const program = await newProgram();
  await open(page, '/programs');
  await expect(page.getByRole('link', { name: program.name })).toBeVisible();
  await page.route('**/api/v1/programs?*', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert')).toContainText('The service did not answer.', { timeout: 30_000 });
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
