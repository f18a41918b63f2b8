import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCloser, newOffer, newProspect, newSale } from './seller.js';

test('a closer proposes and accepts a sale, and moves no money', async ({ page }) => {
  const closer = await newCloser();
  const { offer } = await newOffer();
  const prospect = await newProspect({ assignTo: closer.member.id });
  await open(page, `/prospects/${prospect.id}`, closer);
  await page.getByRole('button', { name: 'Propose a sale' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Offer').selectOption(offer.name);
  await dialog.getByLabel('Discount').fill('50,00');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Propose a sale' }).click();
  await expect(dialog).toContainText('Enter an amount such as 1234.50, with a point');
  // More than a closer may give.
  await dialog.getByLabel('Discount').fill('100.01');
  await dialog.getByLabel('Who takes part').selectOption('somebody else');
  await dialog.getByLabel('Name of whoever').fill('Ada Guest');
  await dialog.getByLabel('Address of whoever').fill('ada.guest@buyers.example');
  await dialog.getByLabel('Company on the invoice').fill('Guest Ltd');
  await dialog.getByRole('button', { name: 'Propose a sale' }).click();
  await expect(dialog.getByRole('alert')).toContainText('A discount above maxDiscount requires OWNER or ADMIN.');
  await dialog.getByLabel('Discount').fill('100');
  await dialog.getByRole('button', { name: 'Propose a sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${offer.name}: ${prospect.name}`);
  await expect(page.getByRole('note')).toContainText('to accept. No seat is kept before that.');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByLabel('Payment plan').selectOption('In two parts, €900.00');
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('note')).toContainText('once the first installment has come.');
  const installments = page.getByRole('table', { name: 'Installments' }).getByRole('row');
  // The discount comes off the last one.
  await expect(installments.nth(1)).toContainText('€450.00');
  await expect(installments.nth(2)).toContainText('€350.00');
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('Nothing is owed yet');
  for (const name of ['Record a payment', 'Change the installments']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByLabel('Status').selectOption('reserved');
  const row = page.getByRole('table', { name: 'Sales' }).getByRole('row', { name: prospect.name });
  await expect(row).toContainText('€800.00');
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await closer.client.get('/sales', { query: { prospectId: prospect.id } });
  expect(data.items).toMatchObject([
    {
      ...{ status: 'reserved', discount: 10_000, closerMemberId: closer.member.id },
      participant: { name: 'Ada Guest', email: 'ada.guest@buyers.example' },
      billing: { company: 'Guest Ltd', lines: [], country: null },
    },
  ]);
});

test('an administrator records money, moves what is not paid, refunds a part with its choices, and cancels', async ({
  page,
}) => {
  const { sale, prospect } = await newSale();
  const path = { saleId: sale.id };
  await open(page, `/sales/${sale.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('450.00');
  await dialog.getByLabel('Amount').fill('500.5');
  await dialog.getByLabel('Reference').fill('Line 7');
  await dialog.getByRole('button', { name: 'Record a payment' }).click();
  await expect(page.getByRole('note')).toContainText('€399.50 is due by');
  const installments = page.getByRole('table', { name: 'Installments' }).getByRole('row');
  await expect(installments.nth(2)).toContainText('€50.50');
  await expect(page.getByRole('link', { name: 'its page' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change the installments' }).click();
  await expect(dialog.getByText('€50.50 of it is paid')).toBeVisible();
  await dialog.getByLabel('Amount 2').fill('200');
  await dialog.getByRole('button', { name: 'Add an installment' }).click();
  await dialog.getByLabel('Amount 3').fill('250.00');
  await dialog.getByLabel('Due on, 3').fill('2031-05-01T23:59');
  await dialog.getByLabel('Why').fill('Pays in three parts');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Change the installments' }).click();
  await expect(installments).toHaveCount(4);
  const { data: changed } = await api.get('/sales/{saleId}', { path });
  expect(changed.installments).toMatchObject([
    { id: sale.installments[0]?.id, amount: 45_000, dueAt: sale.installments[0]?.dueAt, paid: 45_000 },
    { id: sale.installments[1]?.id, amount: 20_000, dueAt: sale.installments[1]?.dueAt, paid: 5_050 },
    { amount: 25_000, paid: 0, dueAt: '2031-05-01T22:59:00.000Z' },
  ]);

  await page.getByRole('button', { name: 'Refund: Line 7' }).click();
  await dialog.getByLabel('Amount').fill('50.50');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Enter a value.')).toHaveCount(2);
  await dialog.getByLabel('The enrollment').selectOption('stays');
  await dialog.getByLabel('What goes back').selectOption('is owed no longer');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Refunds' }).getByRole('row').nth(1)).toContainText('€50.50');
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row', { name: /less is owed/ })).toContainText('€50.50');
  await expect(ledger.getByRole('row', { name: /refunded/ })).toContainText('€50.50');
  await expectAccessible(page);
  await expectToFit(page);
  expect((await api.get('/sales/{saleId}', { path })).data).toMatchObject({ owed: 84_950, received: 45_000 });

  await page.getByRole('button', { name: 'Record a payment' }).click();
  await dialog.getByLabel('Reference').fill('A slip');
  await dialog.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByRole('button', { name: 'It never came: A slip' }).click();
  await dialog.getByLabel('Why').fill('For another sale');
  await dialog.getByRole('button', { name: 'It never came' }).click();
  await expect(page.getByRole('row', { name: 'A slip' })).toContainText('never came');

  await page.getByRole('button', { name: 'Cancel the sale' }).click();
  await dialog.getByLabel('Why').fill('Moved away');
  await dialog.getByLabel('The enrollment').selectOption('is withdrawn');
  await dialog.getByLabel('€399.50 that is outstanding').selectOption('is owed no longer');
  await dialog.getByRole('button', { name: 'Cancel the sale' }).click();
  await expect(page.getByRole('note')).toContainText('It was cancelled.');
  await page.getByRole('link', { name: prospect.name }).first().click();
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row').nth(1)).toContainText('cancelled');
  const { data } = await api.get('/sales/{saleId}', { path });
  expect(data).toMatchObject({ status: 'cancelled', owed: 45_000, outstanding: 0, fulfillment: { status: 'ended' } });
});
