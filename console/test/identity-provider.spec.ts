import { api, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { CLIENT, issuer, NAME, withProvider } from './provider.js';

withProvider();

test('an owner sets up the identity provider, which is checked, and names what is wrong', async ({ page }) => {
  await page.clock.install();
  await open(page, '/organization');
  await page.getByRole('link', { name: 'Sign-in and identity provider' }).click();
  await expect(page.getByText('No identity provider is set up')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Issuer').fill(`${issuer()}/nothing-here`);
  await dialog.getByLabel('Client id').fill(CLIENT.clientId);
  await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret);
  await dialog.getByLabel('E-mail domains').fill('example.org');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await later(page, (limit) => expect(page.getByText('Its discovery document could not be used.')).toBeVisible(limit));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Issuer').fill(issuer());
  await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await later(page, (limit) => expect(page.getByText('active', { exact: true })).toBeVisible(limit));
  const { data } = await api.get('/identity-provider');
  await expect(page.locator('code')).toHaveText(data.redirectUri);
  expect(await page.content()).not.toContain(CLIENT.clientSecret);
  await page.getByRole('button', { name: 'Set the sign-in name' }).click();
  await dialog.getByLabel('Sign-in name').fill(NAME);
  await dialog.getByRole('button', { name: 'Set the sign-in name' }).click();
  await expect(page.getByRole('region', { name: 'Sign-in name' })).toContainText(NAME);
  await expectAccessible(page);
  await expectToFit(page);

  await open(page, '/organization/identity-provider', 'admin');
  await expect(page.getByText('Only an owner changes this.')).toBeVisible();
  await expect(page.getByText('active', { exact: true })).toBeVisible();
  for (const name of ['Edit', 'Remove', 'Set the sign-in name']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
});
