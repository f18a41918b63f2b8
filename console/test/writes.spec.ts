import type { Page } from '@playwright/test';
import { api, demo, expect, expectAccessible, test } from './console.js';
import { front, type Fault, type Front } from './front.js';
import { unique } from './school.js';

let server: Front | undefined;
test.afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The console behind a front at which the first writes fail, with a program about to be created. */
async function aboutToCreate(page: Page, name: string, fault?: Fault, times?: number): Promise<Front> {
  server = await front(fault, times);
  await page.addInitScript((key) => sessionStorage.setItem('delivery-console.api-key', key), demo.keys.owner);
  await page.goto(`${server.url}/console/programs`);
  await page.getByRole('button', { name: 'Create a program' }).click();
  await page.getByLabel('Name').fill(name);
  return server;
}

const create = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Create a program' });

async function programsNamed(name: string): Promise<number> {
  let count = 0;
  for await (const program of api.pages('/programs', { query: { limit: 100 } })) count += program.name === name ? 1 : 0;
  return count;
}

test('a write whose answer is lost happens once, and the page says that it had happened', async ({ page }) => {
  const name = unique('Program');
  const { keys } = await aboutToCreate(page, name, 'answer lost', 1);
  await create(page).click();
  await expect(page.getByText('It had been carried out by the first attempt')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await programsNamed(name)).toBe(1);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
});

test('while its outcome is unknown, the page says so, and can only send the same again', async ({ page }) => {
  const name = unique('Program');
  const { keys, heal } = await aboutToCreate(page, name, 'answer lost');
  await create(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known', { timeout: 30_000 });
  await expect(dialog.getByLabel('Name')).toBeDisabled();
  await expectAccessible(page);

  // Closing the dialog does not forget it.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create a program' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await programsNamed(name)).toBe(1);
  expect(new Set(keys).size).toBe(1);
});

test('a write that never arrived is carried out when it is sent again', async ({ page }) => {
  const name = unique('Program');
  const { keys, heal } = await aboutToCreate(page, name, 'request lost');
  await create(page).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not known', { timeout: 30_000 });
  expect(await programsNamed(name)).toBe(0);
  heal();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('It had been carried out')).toHaveCount(0);
  expect(await programsNamed(name)).toBe(1);
  expect(new Set(keys).size).toBe(1);
});

test('pressed again and again, it is sent once', async ({ page }) => {
  const name = unique('Program');
  const { keys } = await aboutToCreate(page, name);
  await create(page).evaluate((button: HTMLButtonElement) => {
    for (let time = 0; time < 10; time += 1) button.form?.requestSubmit();
  });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(keys).toHaveLength(1);
  expect(await programsNamed(name)).toBe(1);
});

test('another write has another key', async ({ page }) => {
  const names = [unique('Program'), unique('Program')];
  const { keys, url } = await aboutToCreate(page, String(names[0]));
  await create(page).click();
  await expect(page.getByRole('heading', { level: 1, name: names[0] })).toBeVisible();
  await page.goto(`${url}/console/programs`);
  await page.getByRole('button', { name: 'Create a program' }).click();
  await page.getByLabel('Name').fill(String(names[1]));
  await create(page).click();
  await expect(page.getByRole('heading', { level: 1, name: names[1] })).toBeVisible();
  expect(new Set(keys).size).toBe(2);
});

test('a field that is missing is named before anything is sent, one that is refused afterwards', async ({ page }) => {
  const { keys } = await aboutToCreate(page, '');
  await create(page).click();
  await expect(page.getByText('Enter a value.')).toBeVisible();
  expect(keys).toHaveLength(0);
  await page.getByLabel('Name').fill('\u200b');
  await create(page).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(keys).toHaveLength(1);
  await name.fill(unique('Program'));
  await create(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new Set(keys).size).toBe(2);
});
