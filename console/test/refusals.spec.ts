import type { Page, Route } from '@playwright/test';
import { api, expect, open, test } from './console.js';
import { newCohort, newMember, newTask, unique } from './school.js';

const refusal = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ success: false, code: 'conflict', message: 'Of the test.', details: [], correlationId: 'x' }),
});

/** Lets a test answer writes itself, the first with the first step. What is left goes to the service. */
async function answerWrites(page: Page, path: string, ...steps: ((route: Route) => Promise<void>)[]): Promise<void> {
  await page.route(`**/api/v1${path}`, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return (steps.shift() ?? ((each: Route) => each.continue()))(route);
  });
}

const lose = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};

async function createProgram(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create a program' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(unique('Program'));
  await page.getByRole('dialog').getByRole('button', { name: 'Create a program' }).click();
}

test('a refusal after an attempt that was lost does not claim that nothing was changed', async ({ page }) => {
  await open(page, '/programs');
  await answerWrites(page, '/programs', lose, (route) => route.fulfill(refusal(403)));
  await createProgram(page);
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toContainText('The outcome is not known');
  await expect(alert).toContainText('An earlier attempt got no answer');
});

test('a limit before anything was sent is a refusal, a failure of the service is none', async ({ page }) => {
  await open(page, '/programs');
  const limit = (route: Route) => route.fulfill(refusal(429, { 'retry-after': '3600' }));
  await answerWrites(page, '/programs', limit, (route) => route.fulfill(refusal(500)));
  await createProgram(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Refused: nothing was changed');
  await dialog.getByRole('button', { name: 'Create a program' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The service failed after it had got the request.');
});

test('a lock in a series leaves it unfinished, and it is finished when it is sent again', async ({ page }) => {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  for (const member of [await newMember(), await newMember()]) {
    const body = { memberId: member.id, status: 'active' as const };
    const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path, body });
    await newTask(data.id, '2026-02-01T10:00:00Z');
  }
  await open(page, `/cohorts/${cohort.id}?signal=all`);
  const isLocked = (route: Route) => route.fulfill(refusal(409, { 'retry-after': '3600' }));
  await answerWrites(page, '/enrollments/*/deadline-extensions', (route) => route.continue(), isLocked);
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Extend deadlines' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Extend deadlines' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It was carried out for 1, and ended there.');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('Done for 2.');
});

test('what fails after a write does not make its outcome unknown', async ({ page, faults }) => {
  await open(page, '/programs');
  await page.evaluate(() => {
    history.pushState = () => {
      throw new Error('No way on.');
    };
  });
  await createProgram(page);
  await expect(page.getByRole('status').filter({ hasText: 'The program is created' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(faults.splice(0).join()).toContain('No way on.');
});

test('a request under the key of another one is said not to be carried out', async ({ page }) => {
  await open(page, '/programs');
  await answerWrites(page, '/programs', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'idempotency-body-mismatch': 'true' } });
  });
  await createProgram(page);
  await expect(page.getByText('An earlier request under the same key had other content.')).toBeVisible();
});

test('a dialog that cannot be loaded says so, and is loaded again', async ({ page, faults }) => {
  await open(page, '/programs');
  await page.route('**/assets/write-dialog-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Create a program' }).click();
  await expect(page.getByRole('alert')).toContainText('The dialog could not be loaded.');
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible();
  await page.unroute('**/assets/write-dialog-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
  expect(faults.splice(0).join()).toContain('dynamically imported module');
});
