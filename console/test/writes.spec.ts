import type { Page } from '@playwright/test';
import { api, expect, expectAccessible, later, test } from './console.js';
import { closeFront, openBehind, type Fault, type Front } from './front.js';
import { unique } from './school.js';

closeFront();

/** The console behind a front at which the first writes fail, with a program about to be created. */
async function aboutToCreate(page: Page, name: string, fault?: Fault, times?: number): Promise<Front> {
  const server = await openBehind(page, '/programs', { ...(fault && { fault }), ...(times && { times }) });
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
  await page.clock.install();
  const name = unique('Program');
  const { keys, heal } = await aboutToCreate(page, name, 'answer lost');
  await create(page).click();
  const dialog = page.getByRole('dialog');
  await later(page, (limit) => expect(dialog.getByRole('alert')).toContainText('The outcome is not known', limit));
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
  await page.clock.install();
  const name = unique('Program');
  const { keys, heal } = await aboutToCreate(page, name, 'request lost');
  await create(page).click();
  await later(page, (limit) => expect(page.getByRole('dialog').getByRole('alert')).toContainText('not known', limit));
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

test('reads after a write name it, where the service has a standby', async ({ page }) => {
  const asked: (string | undefined)[] = [];
  await page.route('**/api/v1/programs', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), 'consistency-token': 'last-write' } });
  });
  await page.route('**/api/v1/programs/*', (route) => {
    const { 'consistency-token': token, ...headers } = route.request().headers();
    asked.push(token);
    return route.continue({ headers });
  });
  const name = unique('Program');
  await aboutToCreate(page, name);
  await create(page).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(asked).toContain('last-write');
});

test('after a lost attempt, a refusal of the caller leaves the outcome open', async ({ page }) => {
  await page.clock.install();
  const { data: me } = await api.get('/me');
  const { data: made } = await api.post('/api-keys', { body: { memberId: me.member.id, name: 'For a while' } });
  const server = await openBehind(page, '/programs', { fault: 'answer lost', key: String(made.key) });
  await page.getByRole('button', { name: 'Create a program' }).click();
  await page.getByLabel('Name').fill(unique('Program'));
  await create(page).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await later(page, (limit) => expect(alert).toContainText('The outcome is not known', limit));
  await api.post('/api-keys/{apiKeyId}/revoke', { path: { apiKeyId: made.id } });
  server.heal();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(alert).toContainText('The outcome is not known');
  await expect(alert).toContainText('API key');
});

test('what could not be read again after a write is said to be old', async ({ page }) => {
  await page.clock.install();
  const name = unique('Program');
  await aboutToCreate(page, name);
  await create(page).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.route('**/api/v1/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('The program is active.')).toBeVisible();
  await later(page, (limit) => expect(page.getByText('What is shown could not be read again.')).toBeVisible(limit));
});
