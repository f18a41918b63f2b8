import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { SECRETS, stripe, withStripe } from './stripe.js';

withStripe();
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an owner connects the payment provider, which is checked, and names what is wrong', async ({ page }) => {
  await open(page, '/organization');
  await page.getByRole('link', { name: 'Payment provider' }).click();
  await expect(page.getByText('No payment provider is connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect Stripe' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Restricted key').fill('rk_test_mistyped_by_somebody');
  await dialog.getByLabel('Signing secret of the endpoint').fill('too short');
  await dialog.getByLabel('Page to which buyers come back').fill('https://school.example/paid');
  await dialog.getByRole('button', { name: 'Connect Stripe' }).click();
  await expect(dialog).toContainText('This must have 16 to 512 characters');
  await dialog.getByLabel('Signing secret of the endpoint').fill('sixteen_or_more_characters');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Connect Stripe' }).click();
  await expect(page.getByRole('alert')).toContainText('The key was revoked or mistyped.');
  await expect(page.getByText('validation failed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy' }).click();
  const { data } = await api.get('/payment-providers', {});
  const eventsUrl = String(data.items[0]?.eventsUrl);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(eventsUrl);
  await expectAccessible(page);
  await expectToFit(page);

  await page.getByRole('button', { name: 'Change the connection' }).click();
  await expect(dialog.getByLabel('Restricted key')).toHaveValue('');
  await dialog.getByLabel('Restricted key').fill(SECRETS.secretKey);
  await dialog.getByLabel('Signing secret of the endpoint').fill(SECRETS.webhookSecret);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('active', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(stripe().id);
  await expect(page.getByRole('main')).toContainText('test data');
  for (const secret of Object.values(SECRETS)) expect(await page.content()).not.toContain(secret);

  await open(page, '/organization/payment-provider', 'admin');
  await expect(page.getByText('Only an owner changes this.')).toBeVisible();
  await expect(page.locator('code')).toHaveText(eventsUrl);
  for (const name of ['Change the connection', 'Disconnect']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await open(page, '/organization/payment-provider', 'director');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});
