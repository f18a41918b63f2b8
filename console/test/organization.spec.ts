import type { Schemas } from '@delivery-service/client';
import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { unique } from './school.js';

let before: Schemas['Organization'];

test.beforeEach(async () => {
  before = (await api.get('/organization')).data;
  await api.patch('/organization', { body: { reviewDueHours: null } });
});

test.afterEach(async () => {
  const { name, reviewDueHours } = before;
  await api.patch('/organization', { body: { name, reviewDueHours } });
});

test('an owner changes the settings: only what was changed is sent, and the header follows', async ({ page }) => {
  await open(page, '/organization');
  await expect(page.getByText('the default of the service')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const change = async () => {
    await page.getByRole('button', { name: 'Edit the settings' }).click();
    await expect(dialog).toBeVisible();
  };
  const send = async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Save' }).click();
    return (await sent).postDataJSON() as unknown;
  };
  await change();
  await dialog.getByLabel('Hours after which').fill('36');
  expect(await send()).toEqual({ reviewDueHours: 36 });
  await expect(page.getByText('36 hours')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await change();
  await dialog.getByLabel('Name').fill('X');
  expect(await send()).toEqual({ name: 'X' });
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  const name = unique('Academy');
  await dialog.getByLabel('Name').fill(name);
  await send();
  await expect(page.getByRole('banner')).toContainText(name);

  await change();
  await dialog.getByLabel('Hours after which').fill('');
  expect(await send()).toEqual({ reviewDueHours: null });
  await expect(page.getByText('the default of the service')).toBeVisible();
});

test('others read the settings, and are told who changes them', async ({ page }) => {
  await open(page, '/organization', 'coach');
  await expect(page.getByText('Only an owner changes them.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit the settings' })).toHaveCount(0);
  await open(page, '/organization', 'admin');
  await expect(page.getByText('Only an owner changes them.')).toBeVisible();
});
