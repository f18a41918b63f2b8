import type { Request } from '@playwright/test';
import { plugIn } from './authenticator.js';
import { api, expect, expectAccessible, expectToFit, open, serviceUrl, signInUrl, test } from './console.js';
import { invite, join, joinBy, keptKey, signIn, signInsOf, signOut, withoutOffers } from './joining.js';
import { newMember, newPerson, newTask, unique } from './school.js';

test('one joins by a link, signs out and signs in again with the passkey', async ({ page }) => {
  const member = await newMember(unique('Joiner'), 'ADMIN');
  const link = await invite(member.id);
  const token = link.split('#')[1] ?? '';
  expect(token).not.toBe('');
  const told: string[] = [];
  const note = (request: Request) => told.push(request.url(), JSON.stringify(request.headers()));
  page.on('request', note);
  const device = await plugIn(page);
  await withoutOffers(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Your invitation' })).toBeFocused();
  await expect(page.getByText(member.name)).toBeVisible();
  expect(page.url()).toBe(`${signInUrl}/console/join`);
  await expectAccessible(page);
  await expectToFit(page);

  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${member.name} as administrator`)).toBeVisible();
  expect(await device.count()).toBe(1);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(`${stored} ${told.join()} ${await page.content()}`).not.toContain(token);
  const key = String(await keptKey(page));
  expect(key).toMatch(/^dsignin_/);
  expect(`${told.filter((text) => !text.startsWith('{')).join()} ${page.url()}`).not.toContain('dsignin_');

  await signOut(page);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect((await signInsOf(member.id)).map(({ status, endedBy }) => [status, endedBy])).toEqual([['ended', 'member']]);
  await signIn(page);
  expect(await keptKey(page)).not.toBe(key);
  expect((await signInsOf(member.id)).map(({ method, status }) => [method, status])).toEqual([
    ['passkey', 'open'],
    ['invitation', 'ended'],
  ]);
});

test('the browser offers passkeys by itself, once', async ({ page, browser }) => {
  const { member, device } = await join(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await plugIn(elsewhere, await device.takeAway());
  await elsewhere.goto(`${signInUrl}/console`);
  await expect(elsewhere.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect((await signInsOf(member.id)).map(({ method }) => method)).toEqual(['passkey', 'invitation']);
  await api.post('/members/{memberId}/passkeys/remove', { path: { memberId: member.id }, body: { reason: 'Lost' } });
  // One that is removed is refused, and is not offered again and again.
  const tries: string[] = [];
  elsewhere.on('request', (request) => {
    if (request.url().endsWith('/sign-in/passkeys')) tries.push(request.method());
  });
  await elsewhere.reload();
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'The sign-in failed.' })).toBeVisible();
  await elsewhere.waitForTimeout(1_000);
  expect(tries).toEqual(['POST']);
  await elsewhere.context().close();
});

test('a second device lets one in where the first is lost, and a new invitation where both are', async ({
  page,
  browser,
}) => {
  test.slow();
  const { member, device } = await join(page);
  await page.getByRole('link', { name: `${member.name} as administrator` }).click();
  const passkeys = page.getByRole('table', { name: 'Passkeys' });
  await expect(passkeys.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await expectToFit(page);
  const dialog = page.getByRole('dialog');
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  };
  await add('The same');
  await expect(dialog.getByRole('alert')).toContainText('This device already has a passkey of yours.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await device.takeAway();
  const second = await plugIn(page, { transport: 'usb', credentials: [] });
  await add('Security key');
  await expect(passkeys.getByRole('row', { name: 'Security key' })).toBeVisible();
  expect(await second.count()).toBe(1);

  await passkeys.getByRole('row', { name: 'Security key' }).getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Blue key');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(passkeys.getByRole('row', { name: 'Blue key' })).toBeVisible();

  // The first is lost: elsewhere, by the second, it is removed.
  const kept = await second.takeAway();
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, '/account', kept);
  const rows = elsewhere.getByRole('table', { name: 'Passkeys' }).getByRole('row');
  await rows.filter({ hasNotText: 'Blue key' }).getByRole('button', { name: 'Remove' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rows).toHaveCount(2);
  // The sign-in that hung from it has ended.
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await expect(page.getByText('Your sign-in has ended. Sign in again.')).toBeVisible();
  await elsewhere.context().close();

  const again = await (await browser.newContext()).newPage();
  await plugIn(again);
  await joinBy(again, await invite(member.id));
  await expect(again.getByRole('status').filter({ hasText: 'Remove those that are not yours' })).toBeVisible();
  await expectAccessible(again);
  await again.context().close();
});

test('a link lets in once, and says plainly that it no longer works', async ({ page, browser }) => {
  const member = await newMember(unique('Joiner'));
  const [revoked, link] = [await invite(member.id), await invite(member.id)];
  await plugIn(page);
  await page.goto(revoked);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expectAccessible(page);
  await expectToFit(page);
  // The same page, another link: the browser changes the fragment alone.
  await page.evaluate((address) => window.location.assign(address), link);
  await expect(page.getByText(member.name)).toBeVisible();
  expect(page.url()).toBe(`${signInUrl}/console/join`);

  const other = await (await browser.newContext()).newPage();
  await plugIn(other);
  await other.goto(link);
  await expect(other.getByText(member.name)).toBeVisible();
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await expect(page.getByText('There is nothing for you in the console')).toBeVisible();
  await other.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await other.context().close();
});

test('a page of an invitation that is loaded again asks for the whole link', async ({ page }) => {
  await page.goto(`${signInUrl}/console/join`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs the whole link');
  await page.getByRole('button', { name: 'Go to the sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused();
});

test('a device that is not unlocked uses nothing up', async ({ page }) => {
  const member = await newMember(unique('Joiner'), 'ADMIN');
  const device = await plugIn(page);
  await device.setVerified(false);
  await page.goto(await invite(member.id));
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await device.setVerified(true);
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('a refusal, a limit and a device that is offline are told apart', async ({ page, context }) => {
  await page.goto(`${signInUrl}/console`);
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  const alert = page.getByRole('alert');
  const answer = (status: number, code: string, headers: Record<string, string> = {}) =>
    page.route('**/sign-in/passkeys/options', (route) =>
      route.fulfill({
        status,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ success: false, code, message: 'Of the test.', details: [], correlationId: 'x' }),
      }),
    );
  await answer(429, 'rate_limited', { 'retry-after': '37' });
  await byPasskey.click();
  await expect(alert).toContainText('Try again in 37 seconds, at ');
  await expectAccessible(page);
  await page.unroute('**/sign-in/passkeys/options');
  await answer(401, 'unauthorized');
  await byPasskey.click();
  await expect(alert).toContainText('The sign-in failed.');
  await page.unroute('**/sign-in/passkeys/options');
  await context.setOffline(true);
  await byPasskey.click();
  await expect(alert).toContainText('This device is offline.');
  await context.setOffline(false);
  await page.route('**/sign-in/passkeys/options', (route) => route.abort());
  await byPasskey.click();
  await expect(alert).toContainText('The service did not answer.');
});

test('where passkeys do not work, the page says so, and the other ways do', async ({ page }) => {
  await page.goto(`${serviceUrl}/console`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('Passkeys do not work at this address.');
  await expect(page.getByRole('button', { name: 'Sign in with the key' })).toBeEnabled();
});

test('with an API key there are no passkeys to change, and the page says why', async ({ page }) => {
  await open(page, '/account');
  await expect(page.getByText('You use an API key. Passkeys belong to people')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test('of several sign-ins one is marked, and another is ended', async ({ page, browser }) => {
  const { member, device } = await join(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, '/', await device.takeAway());
  await page.goto(`${signInUrl}/console/account`);
  const rows = page.getByRole('table', { name: 'Sign-ins' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'this one' })).toContainText('By an invitation');
  await rows.filter({ hasNotText: 'this one' }).getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(rows.filter({ hasText: 'With a passkey' })).toContainText('by yourself');
  await elsewhere.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await expect(elsewhere.getByText('Your sign-in has ended. Sign in again.')).toBeVisible();
  expect((await signInsOf(member.id)).filter(({ status }) => status === 'open')).toHaveLength(1);
  await elsewhere.context().close();
  await rows.filter({ hasText: 'this one' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  expect((await signInsOf(member.id)).filter(({ status }) => status === 'open')).toHaveLength(0);
});

test('what the service cannot be told of a sign-out is said', async ({ page }) => {
  await join(page);
  await page.route('**/api/v1/me/sign-ins/*/end', (route) => route.abort());
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('the service could not be told')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('what needs a recent sign-in is sent once more under the same key after a new one', async ({ page }) => {
  const { member } = await join(page, 'OWNER');
  const older = await keptKey(page);
  const keys: string[] = [];
  let isRefused = false;
  await page.route('**/api/v1/api-keys', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    keys.push(String(request.headers()['idempotency-key']));
    if (isRefused) return route.continue();
    isRefused = true;
    const details = [{ field: 'signIn', issue: 'must be recent' }];
    const body = { success: false, code: 'forbidden', message: 'Sign in again.', details, correlationId: 'x' };
    return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await page.goto(`${signInUrl}/console/people/${member.id}`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Portal');
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm that it is you');
  await expect(dialog.getByRole('button', { name: 'Confirm with a passkey' })).toBeFocused();
  await expect(dialog.getByLabel('What it is for')).toBeDisabled();
  await expectAccessible(page);
  await expectToFit(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('it is not shown again');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await keptKey(page)).not.toBe(older);
  await expect
    .poll(async () => (await signInsOf(member.id)).map(({ method, status }) => [method, status]))
    .toEqual([
      ['passkey', 'open'],
      ['invitation', 'ended'],
    ]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await signOut(page);
  expect((await signInsOf(member.id)).filter(({ status }) => status === 'open')).toEqual([]);
  const { data } = await api.get('/api-keys', { query: { memberId: member.id } });
  expect(data.items.map(({ name }) => name)).toEqual(['Portal']);
});

test('somebody who learns joins by an invitation, on a phone, and is at their day', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { member, enrollmentId } = await newPerson();
  const { title } = await newTask(enrollmentId, '2099-01-01T10:00:00Z');
  await plugIn(page);
  await joinBy(page, await invite(member.id));
  await page.goto(`${signInUrl}/console/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await page.getByRole('button', { name: `Hand in: ${title}` }).click();
  await page.getByRole('dialog').getByLabel('Link').fill('https://work.example/plan');
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click();
  const task = page.getByRole('article', { name: title });
  await expect(task).toHaveCount(0);
  await page.goto(`${signInUrl}/console/my-tasks`);
  await expect(task).toContainText('Waiting for feedback');
  await expectAccessible(page);
  await expectToFit(page);
  // What was handed in is theirs alone: another browser has no part in it.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${signInUrl}/console/my-tasks`);
  await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await other.context().close();
});
