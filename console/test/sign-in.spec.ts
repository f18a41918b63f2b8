import { DeliveryClient } from '@delivery-service/client';
import type { Page } from '@playwright/test';
import {
  api,
  demo,
  downloadedBy,
  expect,
  expectAccessible,
  expectToFit,
  later,
  open,
  serviceUrl,
  test,
} from './console.js';
import { ALL, DIRECTOR, STAFF } from './navigation.js';

const KEPT = 'delivery-console.api-key';

/** Everything that outlives a view: addresses, storage, cookies, the page itself. */
async function keptTexts(page: Page): Promise<string> {
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie, history.state]));
  return `${page.url()} ${stored} ${await page.content()}`;
}

test('one signs in with a key, which open tabs share and signing out forgets in all of them', async ({
  page,
  context,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/console/cohorts');
  await expect(page.getByLabel('API key')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByLabel('API key').fill(demo.keys.director);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeFocused();
  expect(await page.evaluate((name) => sessionStorage.getItem(name), KEPT)).toBe(demo.keys.director);
  expect(await keptTexts(page)).not.toContain('dsk_');
  expect(addresses.filter((address) => address.includes('dsk_'))).toEqual([]);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/console');
  await expect(other.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible();
  expect(await keptTexts(other)).not.toContain('dsk_');

  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key')).toHaveValue('');
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.reload();
  await expect(page.getByLabel('API key')).toBeVisible();
});

test('the people of the demo organization are one click each', async ({ page }) => {
  await page.goto('/console');
  await page.getByRole('group', { name: 'Demo organization' }).getByRole('button', { name: 'member, coach' }).click();
  await expect(page.getByRole('link', { name: / as member$/ })).toBeVisible();
});

test('no message of the page and no error that it shows has the key', async ({ page }) => {
  await page.clock.install();
  const { data: me } = await api.get('/me');
  const { data } = await api.post('/api-keys', { body: { memberId: me.member.id, name: 'For a while' } });
  const key = String(data.key);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message, stack }) => said.push(message, stack ?? ''));
  const expectNoKey = async (): Promise<void> => {
    await later(page, (limit) => expect(page.getByRole('alert').first()).toBeVisible(limit));
    said.push(await page.content(), page.url());
  };
  await open(page, '/programs', { key });
  for (const status of [400, 403, 404, 500]) {
    await page.route('**/api/v1/**', (route) => route.fulfill({ status, body: 'No JSON' }));
    await page.getByRole('button', { name: status % 2 === 0 ? 'active' : 'archived', exact: true }).click();
    await expectNoKey();
    await page.unroute('**/api/v1/**');
    await page.reload();
    await expect(page.getByRole('button', { name: 'active', exact: true })).toBeVisible();
  }
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('button', { name: 'active', exact: true }).click();
  await expectNoKey();
  await page.unroute('**/api/v1/**');
  await api.post('/api-keys/{apiKeyId}/revoke', { path: { apiKeyId: data.id } });
  await page.reload();
  await expectNoKey();
  const kept = said.filter((text) => text.includes(key) || text.includes(key.slice(-12)));
  expect(kept).toEqual([]);
});

test('a key that the service does not accept is not kept', async ({ page }) => {
  await page.goto('/console');
  for (const key of ['no key', `${demo.keys.owner}x`, 'dsk_ü']) {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in with the key' }).click();
    await expect(page.getByText('The service does not accept this key')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await expect(page.getByRole('button', { name: 'Sign in with the key' })).toBeEnabled();
    await page.getByLabel('API key').fill('');
  }
});

test('a key that is revoked meanwhile leads back to the sign-in', async ({ page }) => {
  const { data: me } = await api.get('/me');
  const { data } = await api.post('/api-keys', { body: { memberId: me.member.id, name: 'For a while' } });
  await page.addInitScript(([name, key]) => sessionStorage.setItem(name, key), [KEPT, String(data.key)] as const);
  await page.goto('/console/cohorts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await api.post('/api-keys/{apiKeyId}/revoke', { path: { apiKeyId: data.id } });
  await page.getByRole('button', { name: 'completed' }).click();
  await expect(page.getByText('The service no longer accepts your key.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

const NAVIGATION = { owner: ALL, admin: ALL, director: DIRECTOR, coach: STAFF };

for (const [who, names] of Object.entries(NAVIGATION)) {
  test(`the screens of ${who}`, async ({ page }) => {
    await open(page, '/', who as keyof typeof NAVIGATION);
    await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveText(names);
  });
}

test('nothing is for a member without a role or an enrollment, and the page says so', async ({ page }) => {
  await page.addInitScript(([name, key]) => sessionStorage.setItem(name, key), [KEPT, demo.keys.member] as const);
  await page.goto('/console');
  await expect(page.getByText('There is nothing for you in the console')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
});

test('the keyboard alone leads through the console', async ({ page }) => {
  await open(page, '/cohorts');
  // From the start of the page, as after loading it.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  const audit = page.getByRole('navigation').getByRole('link', { name: 'Audit' });
  await audit.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/console/audit');
  await expect(audit).toHaveAttribute('aria-current', 'page');
});

test('where the service does not answer, the page says so, and goes on once it does', async ({ page }) => {
  await page.clock.install();
  await open(page, '/cohorts');
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('button', { name: 'completed' }).click();
  await later(page, (limit) => expect(page.getByRole('alert')).toContainText('The service did not answer.', limit));
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Orchard cohort' })).toBeVisible();
});

test('an unknown page is said to be one', async ({ page }) => {
  await page.addInitScript(([name, key]) => sessionStorage.setItem(name, key), [KEPT, demo.keys.owner] as const);
  await page.goto('/console/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
});

test('a screen that cannot be loaded says so, and is loaded again', async ({ page, faults }) => {
  await open(page, '/cohorts');
  await page.route('**/assets/audit-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('alert')).toContainText('This could not be loaded');
  await page.unroute('**/assets/audit-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  expect(faults.splice(0).join()).toContain('dynamically imported module');
});

test('a session key of a member opens what is theirs', async ({ page }) => {
  const coach = new DeliveryClient({ url: serviceUrl, apiKey: demo.keys.coach });
  const { data: me } = await coach.get('/me');
  const { data } = await api.post('/members/{memberId}/session-keys', {
    path: { memberId: me.member.id },
    body: { minutes: 5 },
  });
  await page.goto('/console');
  await page.getByLabel('API key').fill(String(data.key));
  await page.keyboard.press('Enter');
  await expect(page.getByText(me.member.name)).toBeVisible();
});

for (const path of ['/', `/cohorts/${demo.cohortId}?signal=late`, '/people', `/enrollments/${demo.enrollmentId}`]) {
  test(`the first view of a new visitor at ${path.split('/')[1] ?? ''} is below 200 kB`, async ({ page }) => {
    await open(page, path);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    const bytes = await downloadedBy(page);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(200_000);
  });
}

test('a page that breaks its policy fails its test', async ({ page, faults }) => {
  await open(page, '/cohorts');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red"></p>');
  });
  const isRefused = expect.stringMatching(/inline style.*violates the following Content Security Policy directive/);
  await expect.poll(() => faults).toEqual([isRefused]);
  faults.splice(0);
});

test('a page that asks another host fails its test, also where the test has opened it', async ({ browser, faults }) => {
  const page = await browser.newPage();
  const address = `${serviceUrl.replace('127.0.0.1', '[::1]')}/health/live`;
  await page.goto(address).catch(() => undefined);
  expect(faults).toContain(`requested ${address}`);
  faults.splice(0);
  await page.close();
});
