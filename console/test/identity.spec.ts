import type { Page } from '@playwright/test';
import { plugIn } from './authenticator.js';
import { api, expect, expectAccessible, expectToFit, open, signInUrl, test } from './console.js';
import { invite, join, joinBy, keptKey, signInsOf, signOut, withoutOffers } from './joining.js';
import { appearAs, NAME, setUp, withProvider } from './provider.js';
import { newMember, unique } from './school.js';

withProvider();

async function signInAt(page: Page): Promise<void> {
  await page.getByLabel('Sign-in name of your organization').fill(NAME);
  await page.getByRole('button', { name: 'Continue with your organization' }).click();
}

test('one signs in at the identity provider, and comes back to the page that one wanted', async ({ page }) => {
  await setUp();
  const member = await newMember(unique('Known'));
  appearAs(member);
  await page.goto(`${signInUrl}/console/calendars`);
  await signInAt(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(page.url()).toBe(`${signInUrl}/console/calendars`);
  const stored = await page.evaluate(() => Object.keys({ ...sessionStorage }));
  expect(stored).toEqual(['delivery-console.api-key']);
  expect((await signInsOf(member.id)).map(({ method }) => method)).toEqual(['identity_provider']);
  await signOut(page);
  await expect(page.getByLabel('Sign-in name of your organization')).toHaveValue(NAME);
});

test('whom the organization does not know is refused in plain words', async ({ page }) => {
  await setUp();
  appearAs({ email: `${unique('Stranger').replace(' ', '')}@example.org` });
  await page.goto(`${signInUrl}/console`);
  await signInAt(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The sign-in failed');
  await expect(page.getByRole('alert')).toContainText('ask an administrator of your organization for an invitation');
  expect(page.url()).not.toContain('code=');
  await expectAccessible(page);
  await expectToFit(page);
});

test('a sign-in that was begun elsewhere is finished by nobody', async ({ page, browser }) => {
  await setUp();
  appearAs(await newMember(unique('Known')));
  let address = '';
  page.on('request', (request) => {
    if (request.url().includes('/console/signed-in/')) address = request.url();
  });
  await page.route('**/sign-in/identity/finish', (route) => route.abort());
  await page.goto(`${signInUrl}/console`);
  await signInAt(page);
  await expect.poll(() => address).toContain('code=');
  const victim = await (await browser.newContext()).newPage();
  await victim.goto(address);
  await expect(victim.getByText('This sign-in was not begun in this tab')).toBeVisible();
  expect(victim.url()).not.toContain('code=');
  expect(await victim.evaluate(() => sessionStorage.length)).toBe(0);
  await victim.context().close();
});

test('what the identity provider refuses is said, and a text in the address is not', async ({ page }) => {
  const { data: me } = await api.get('/me');
  const address = `${signInUrl}/console/signed-in/${me.organization.id}`;
  await page.goto(`${address}?error=access_denied&error_description=Call+us&state=x`);
  await expect(page.getByText('did not sign you in, or you stopped there')).toBeVisible();
  await page.goto(`${address}?error=Call+555+now&state=x`);
  await expect(page.getByText('The identity provider has refused: ?.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
});

test('an administrator is invited, and proves at the provider anew what needs a recent sign-in', async ({
  page,
  context,
}) => {
  await setUp();
  const member = await newMember(unique('Head'), 'ADMIN');
  appearAs(member);
  await page.goto(await invite(member.id));
  await page.getByRole('button', { name: 'Continue with your organization' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${signInUrl}/console/people`);
  await expect(other.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  const older = await keptKey(page);

  // The provider has not said when it asked who they are: no sign-in by it is recent without that.
  await page.goto(`${signInUrl}/console/people/${member.id}`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Portal');
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  const confirm = dialog.getByRole('button', { name: 'Confirm at your organization' });
  await expect(confirm).toBeFocused();
  const opened = context.waitForEvent('page');
  await confirm.click();
  const popup = await opened;
  await popup.waitForEvent('close').catch(() => undefined);
  await expect(dialog).toContainText('it is not shown again');
  expect(await keptKey(page)).not.toBe(older);
  expect(await keptKey(other)).toBe(await keptKey(page));
  await expect
    .poll(async () => (await signInsOf(member.id)).map(({ status, endedBy }) => [status, endedBy]))
    .toEqual([
      ['open', null],
      ['ended', 'member'],
    ]);
  await other.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
});

test('a proof by somebody else changes nothing, and their sign-in ends', async ({ page }) => {
  await setUp();
  const [member, somebody] = [await newMember(unique('Head'), 'ADMIN'), await newMember(unique('Other'))];
  await plugIn(page);
  await joinBy(page, await invite(member.id));
  const key = await keptKey(page);
  appearAs(somebody);
  await page.route('**/api/v1/api-keys', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const details = [{ field: 'signIn', issue: 'must be recent' }];
    const body = { success: false, code: 'forbidden', message: 'Sign in again.', details, correlationId: 'x' };
    return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await page.goto(`${signInUrl}/console/people/${member.id}`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Portal');
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  await dialog.getByRole('button', { name: 'Confirm at your organization' }).click();
  await expect(dialog).toContainText('That was somebody else.');
  expect(await keptKey(page)).toBe(key);
  await expect.poll(async () => (await signInsOf(somebody.id)).map(({ status }) => status)).toEqual(['ended']);
});

test('a sign-in at the provider is made recent by a passkey', async ({ page }) => {
  await setUp();
  const { member } = await join(page);
  await signOut(page);
  appearAs(member);
  await page.goto(await invite(member.id));
  await page.getByRole('button', { name: 'Continue with your organization' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.goto(`${signInUrl}/console/people/${member.id}`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Portal');
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm that it is you');
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(dialog).toContainText('it is not shown again');
  const { data } = await api.get('/api-keys', { query: { memberId: member.id } });
  expect(data.items.map(({ name }) => name)).toEqual(['Portal']);
});

test('an administrator unlinks the identity of a member, whose sign-ins by it end', async ({ page, browser }) => {
  await setUp();
  const member = await newMember(unique('Leaver'));
  appearAs(member);
  await page.goto(`${signInUrl}/console`);
  await signInAt(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();

  const owner = await (await browser.newContext()).newPage();
  await open(owner, `/people/${member.id}`);
  await owner.getByRole('button', { name: 'Unlink the identity' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Unlink the identity' }).click();
  await expect(owner.getByText('The identity is unlinked, and 1 sign-in has ended.')).toBeVisible();
  await owner.context().close();
  expect((await signInsOf(member.id)).map(({ status }) => status)).toEqual(['ended']);

  await page.reload();
  await signInAt(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The sign-in failed');
});

test('an owner requires the identity provider, and no other sign-in lets a member in', async ({ page, browser }) => {
  await setUp();
  const [member, colleague] = [await newMember(unique('Passkey')), await newMember(unique('Known'))];
  appearAs(colleague);
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${signInUrl}/console`);
  await signInAt(other);
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  await other.context().close();
  await plugIn(page);
  await withoutOffers(page);
  await joinBy(page, await invite(member.id));

  const owner = await (await browser.newContext()).newPage();
  await open(owner, '/organization/identity-provider');
  const requireIt = async (isRequired: boolean) => {
    await owner.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Required').setChecked(isRequired);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await api.get('/identity-provider')).data).toMatchObject({ required: isRequired });
  };
  await requireIt(true);
  expect((await signInsOf(member.id)).map(({ endedBy }) => endedBy)).toEqual(['required']);
  await page.goto(`${signInUrl}/console`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await signInsOf(member.id)).toHaveLength(1);

  await requireIt(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  await owner.context().close();
});
