import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCloser, newProspect, newSale } from './seller.js';

test('a call is booked at a time when the closer is free, moved and cancelled; results count what was sold', async ({
  page,
}) => {
  const closer = await newCloser();
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  const hours = { path: { memberId: closer.member.id }, body: { timezone: 'Asia/Kolkata', weekly } };
  await closer.client.put('/members/{memberId}/availability', hours);
  const prospect = await newProspect({ assignTo: closer.member.id });
  await open(page, `/prospects/${prospect.id}`, closer);
  await page.getByRole('button', { name: 'Book a call' }).click();
  const dialog = page.getByRole('dialog');
  const time = dialog.getByRole('combobox', { name: 'Time', exact: true });
  await expect(time.getByRole('option').nth(100)).toBeAttached();
  await dialog.getByLabel('Length').selectOption('45 minutes');
  await expect(time.getByRole('option').nth(100)).toBeAttached();
  const startsAt = await time.getByRole('option').nth(100).getAttribute('value');
  await time.selectOption(startsAt);
  await dialog.getByLabel('Time zone of the prospect').selectOption('Europe/Lisbon');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Book a call' }).click();
  const row = page.getByRole('table', { name: 'Sales calls' }).getByRole('row').nth(1);
  await expect(row).toContainText('booked');
  await expect(page.getByRole('button', { name: 'Book a call' })).toHaveCount(0);
  const path = { prospectId: prospect.id };
  const read = async () => (await closer.client.get('/prospects/{prospectId}', { path })).data.calls[0];
  const call = await read();
  expect(call).toMatchObject({ timezone: 'Europe/Lisbon', status: 'booked' });
  expect(Date.parse(String(call?.endsAt)) - Date.parse(String(call?.startsAt))).toBe(45 * 60_000);
  expect(new Date(String(call?.startsAt))).toEqual(new Date(String(startsAt)));

  await row.getByRole('button', { name: /^Move the call/ }).click();
  await expect(time.getByRole('option').nth(140)).toBeAttached();
  const another = await time.getByRole('option').nth(140).getAttribute('value');
  await time.selectOption(another);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toHaveCount(0);
  expect(new Date(String((await read())?.startsAt))).toEqual(new Date(String(another)));
  await row.getByRole('button', { name: /^Record what became/ }).click();
  await dialog.getByLabel('What was said').fill('Called it off');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(row).toContainText('cancelled');
  await expect(row).toContainText('Called it off');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Closers' }).click();
  await expect(page.getByRole('table', { name: 'Results' }).getByRole('row').nth(1)).toContainText(closer.member.name);
  await expectAccessible(page);
});

test('figures of sales show the money of the period in its currency', async ({ page }) => {
  const { sale, offer } = await newSale();
  const body = { amount: 50_050, currency: 'EUR', method: 'transfer', reference: 'Line 1' } as const;
  await api.post('/sales/{saleId}/payments', { path: { saleId: sale.id }, body });
  await open(page, `/sales-figures?offerId=${offer.id}`);
  const region = page.getByRole('region', { name: 'Money in EUR', exact: true });
  await region.getByRole('button', { name: 'Table: Money in EUR' }).click();
  const table = page.getByRole('table', { name: 'Money in EUR' });
  await expect(table.getByRole('row', { name: 'sold' })).toContainText('€900.00');
  await expect(table.getByRole('row', { name: 'received' })).toContainText('€500.50');
  await expect(table.getByRole('row', { name: 'outstanding' })).toContainText('€399.50');
  await expect(page.getByText('100 % of 1')).toBeVisible();
  await expect(page.getByRole('table', { name: 'By offer' }).getByRole('row', { name: offer.name })).toContainText(
    'sold €900.00, received €500.50, outstanding €399.50',
  );
  await expectAccessible(page);
  await expectToFit(page);
});
