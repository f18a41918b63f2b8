import { randomUUID } from 'node:crypto';
import type { Schemas } from '@delivery-service/client';
import { api, choose, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newCloser, newOffer, newProspect, newSale } from './seller.js';
import { connect, payElsewhere, SECRETS, stripe, tell, withStripe } from './stripe.js';

withStripe();
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an owner connects the payment provider, which is checked, and names what is wrong', async ({ page }) => {
  // A first try may have left it connected.
  await api.post('/payment-providers/stripe/disconnect', {}).catch(() => undefined);
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

test('a closer accepts a sale by checkout, sends its link, and sees that the buyer has paid', async ({ page }) => {
  await page.clock.install();
  await connect();
  const closer = await newCloser();
  const { offer } = await newOffer({ transferHoldDays: null });
  const prospect = await newProspect({ assignTo: closer.member.id });
  const { data: sale } = await closer.client.post('/prospects/{prospectId}/sales', {
    path: { prospectId: prospect.id },
    body: { offerId: offer.id, paymentPlanKey: 'in_two' },
  });
  await open(page, `/sales/${sale.id}`, closer);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('How the buyer pays')).toContainText('on a page of Stripe, within 60 minutes');
  await dialog.getByLabel('Charge later installments automatically').check();
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  const section = page.getByRole('region', { name: 'Checkout' });
  await expect(section.locator('code')).toContainText('https://');
  await expect(section).toContainText('€450.00');
  await section.getByRole('button', { name: 'Copy' }).click();
  const session = stripe().sessions.at(-1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(session?.url);
  await expectAccessible(page);
  await expectToFit(page);

  // While it can be paid the provider stays connected.
  await open(page, '/organization/payment-provider');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(dialog.getByRole('alert')).toContainText('A checkout, collection or refund is under way.');
  await expect(dialog.getByRole('alert')).toContainText('Cancelling a sale ends its checkout.');

  // Nobody reloads the page.
  await open(page, `/sales/${sale.id}`, closer);
  stripe().pay(String(session?.id));
  await tell();
  await later(page, (limit) => expect(section).toContainText('It was paid.', limit));
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1)).toContainText('Stripe');
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await section.getByRole('button', { name: 'Open a checkout' }).click();
  await dialog.getByRole('button', { name: 'Open a checkout' }).click();
  await expect(dialog.getByRole('alert')).toContainText('For an installment that is due later, choose all');
  await dialog.getByLabel('What is paid').selectOption('all that is not paid');
  await dialog.getByRole('button', { name: 'Open a checkout' }).click();
  await expect(section.locator('code')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Open a checkout' })).toHaveCount(0);
  stripe().expireSession(String(stripe().sessions.at(-1)?.id));
  await tell();
  await later(page, (limit) => expect(section).toContainText('It ended without a payment.', limit));
  const { data } = await api.get('/sales/{saleId}', { path: { saleId: sale.id } });
  expect(data).toMatchObject({ status: 'active', autoCharge: true, received: 45_000, checkout: { amount: 45_000 } });

  // The second installment is charged, and the bank wants the buyer to confirm it.
  const card = [...stripe().cards.keys()].at(-1) ?? '';
  stripe().cards.set(card, 'authentication_required');
  const [first, second] = data.installments.map(({ id, amount, dueAt }) => ({ id, amount, dueAt }));
  const dueAt = new Date(Date.now() + 1_000).toISOString();
  const installments = [first, { ...second, dueAt }] as Schemas['ChangeInstallmentsRequest']['installments'];
  const path = { saleId: sale.id };
  await api.put('/sales/{saleId}/installments', { path, body: { installments, reason: 'Pays earlier' } });
  const charges = async () => (await api.get('/sales/{saleId}', { path })).data.installments[1]?.collections;
  await expect.poll(charges).toMatchObject([{ status: 'needs_buyer' }]);
  await open(page, '/sales-queue?kind=needs_buyer', closer);
  await page.getByRole('link', { name: 'Ask the buyer to confirm the payment' }).click();
  await expect(page.getByRole('note')).toContainText('send them the link of a checkout');
  await expect(page.getByRole('table', { name: 'Installments' }).getByRole('row').nth(2)).toContainText(
    'the buyer has to confirm it',
  );
});

test('a refund that fails, and a dispute, are shown with their sale and wait in the queue', async ({ page }) => {
  await page.clock.install();
  await connect();
  const { sale, prospect, offer } = await newSale();
  await payElsewhere(sale.id, 45_000);
  const intent = stripe().intents.at(-1)?.id ?? '';
  await open(page, `/sales/${sale.id}`);
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('button', { name: /^It never came/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Refund/ }).click();
  await expect(dialog).toContainText('Stripe sends it back.');
  await dialog.getByLabel('Amount').fill('100.10');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByLabel('The enrollment').selectOption('stays');
  await dialog.getByLabel('What goes back').selectOption('is owed no longer');
  stripe().refundStatus = 'pending';
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  const refund = page.getByRole('table', { name: 'Refunds' }).getByRole('row').nth(1);
  await expect(refund).toContainText('Stripe has not decided yet.');
  await expect.poll(() => stripe().refunds.length).toBe(1);
  stripe().settleRefund(String(stripe().refunds[0]?.id), 'failed');
  const dispute = stripe().dispute(intent, 20_000);
  await tell();
  await later(page, (limit) => expect(refund).toContainText('nothing was refunded', limit));
  await expect(refund).toContainText('€100.10');
  const disputed = page.getByRole('table', { name: 'Disputes' }).getByRole('row').nth(1);
  await expect(disputed).toContainText('€200.00');
  await expect(disputed).toContainText('open: answer it at Stripe');
  await expect(page.getByRole('note')).toContainText('The buyer disputes a payment');
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/sales/{saleId}', { path: { saleId: sale.id } });
  expect(data).toMatchObject({ received: 25_000, standing: 'disputed' });
  for (const [kind, words] of [
    ['refund_failed', 'Refund again: the provider could not'],
    ['dispute_open', 'Answer the dispute at the provider'],
  ] as const) {
    await open(page, `/sales-queue?kind=${kind}`);
    const row = page.getByRole('table', { name: 'Sales queue' }).getByRole('row', { name: prospect.name });
    await row.getByRole('link', { name: words }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${offer.name}: ${prospect.name}`);
  }
  stripe().refundStatus = 'succeeded';
  stripe().closeDispute(dispute.id, 'won');
  await tell();
  await page.reload();
  await expect(disputed).toContainText('won: the money came back');
});

test('a link for buyers is shown once, replaced and revoked; a shared one is credited to a closer', async ({
  page,
}) => {
  const [closer, other] = [await newCloser(), await newCloser()];
  const { offer } = await newOffer();
  const prospect = await newProspect({ assignTo: closer.member.id });
  const path = { prospectId: prospect.id };
  const body = { offerId: offer.id, paymentPlanKey: 'in_two' };
  const { data: sale } = await closer.client.post('/prospects/{prospectId}/sales', { path, body });
  await open(page, `/sales/${sale.id}`, closer);
  const links = page.getByRole('region', { name: 'Links for buyers' });
  const dialog = page.getByRole('dialog');
  const make = async () => {
    await links.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const url = await dialog.locator('code').textContent();
    await expect(dialog).toContainText('it is not shown again');
    return String(url);
  };
  const answerOf = async (url: string) => (await fetch(url)).status;
  const first = await make();
  await expectAccessible(page);
  await expectToFit(page);
  expect(await answerOf(first)).toBe(200);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(links.getByRole('row', { name: 'for this sale' })).toHaveCount(1);
  expect(await page.content()).not.toContain(first);
  const second = await make();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  expect([await answerOf(first), await answerOf(second)]).toEqual([404, 200]);
  await expectAccessible(page);
  await expectToFit(page);
  await links.getByRole('button', { name: /^Revoke the link/ }).click();
  await dialog.getByRole('button', { name: 'Revoke the link' }).click();
  await expect(links).toContainText('No link is good now.');
  expect(await answerOf(second)).toBe(404);

  await open(page, `/offers/${offer.id}`);
  await links.getByRole('button', { name: 'Make a link' }).click();
  await choose(page, 'Closer', closer.member.name);
  await dialog.getByLabel('Good until').fill('2099-01-01T10:00');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog).toContainText('90 days');
  await dialog.getByLabel('Good until').fill('');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  expect(await answerOf(String(await dialog.locator('code').textContent()))).toBe(200);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(links.getByRole('row', { name: 'for anybody' })).toHaveCount(1);
  await expectAccessible(page);
  await expectToFit(page);
  // The link of a closer is theirs alone.
  await open(page, `/offers/${offer.id}`, other);
  await expect(links).toContainText('No link is good now.');
  await open(page, `/offers/${offer.id}`, closer);
  await links.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByLabel('Closer')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(links.getByRole('row', { name: 'for anybody' })).toHaveCount(2);
  await links
    .getByRole('button', { name: /^Revoke the link/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Revoke the link' }).click();
  await expect(links.getByRole('row', { name: 'for anybody' })).toHaveCount(1);
});

test('what the provider told and has no place is given to a sale, or ignored; then the provider is disconnected', async ({
  page,
}) => {
  await page.clock.install();
  await connect();
  const { sale, prospect, offer } = await newSale();
  // A test that is repeated finds what it left the first time.
  const { data: earlier } = await api.get('/provider-events', { query: { outcome: 'unmatched' } });
  await payElsewhere(randomUUID(), 45_000);
  await open(page, '/sales-queue?kind=event_unplaced');
  await page.getByRole('link', { name: 'Settle what the provider told' }).first().click();
  const without = page.getByRole('region', { name: 'Without a sale' });
  const toSettle = without.getByRole('button', { name: /^Settle/ });
  const dialog = page.getByRole('dialog');
  await toSettle.first().click();
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(dialog.getByText('Enter a value.')).toHaveCount(2);
  await dialog.getByLabel('What is it').selectOption('money of a sale');
  await choose(page, 'Sale', prospect.name, `${prospect.name} · ${offer.name} · reserved · €900.00`);
  await dialog.getByLabel('Why').fill('Paid with an old link');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const path = { saleId: sale.id };
  await expect.poll(async () => (await api.get('/sales/{saleId}', { path })).data.received).toBe(45_000);
  await later(page, (limit) => expect(toSettle).toHaveCount(earlier.items.length, limit));

  await payElsewhere(randomUUID(), 5_000);
  await page.reload();
  await expectAccessible(page);
  await expectToFit(page);
  await toSettle.first().click();
  await dialog.getByLabel('What is it').selectOption('none of ours: ignore it');
  await expect(dialog.getByLabel('Sale')).toHaveCount(0);
  await dialog.getByLabel('Why').fill('Of our shop');
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await later(page, (limit) => expect(toSettle).toHaveCount(earlier.items.length, limit));
  await page.getByLabel('What became of it').selectOption('ignored');
  await expect(page.getByRole('table', { name: 'All events' }).getByRole('row').nth(1)).toContainText('ignored');
  await page.getByLabel('What became of it').selectOption('applied');
  const row = page.getByRole('table', { name: 'All events' }).getByRole('row').nth(1);
  await expect(row).toContainText('applied');
  await row.getByRole('link', { name: 'its sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/console/organization/payment-provider');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No payment provider is connected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Stripe' })).toBeVisible();
});
