import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCloser, newOffer, newProspect } from './seller.js';
import { newCohort, unique } from './school.js';

test('an offer is created with its payment plans, opened, changed and paused; no sale that was proposed changes', async ({
  page,
}) => {
  const cohort = await newCohort();
  await open(page, `/programs/${cohort.programId}`);
  await page.getByRole('main').getByRole('link', { name: 'Offers', exact: true }).click();
  await page.getByRole('button', { name: 'Create an offer' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Spring');
  await dialog.locator('[data-field=name]').fill(name);
  await dialog.getByLabel('Cohort').selectOption(cohort.id);
  await dialog.getByLabel('Currency').selectOption('JPY');
  await dialog.getByLabel('Name of payment plan 1').fill('À la carte');
  await dialog.getByLabel('Amount 1').fill('900.50');
  await dialog.getByRole('button', { name: 'Create an offer' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Payment plan 1, installment 1: enter an amount such as 123450',
  );
  await dialog.getByLabel('Currency').selectOption('EUR');
  await dialog.getByRole('button', { name: 'Add an installment' }).click();
  await dialog.getByRole('button', { name: 'Add an installment' }).click();
  await dialog.getByLabel('Due 3').selectOption('days before the start');
  await dialog.getByLabel('How many, 3').fill('14');
  await expect(dialog.getByText('Total: €2,701.50')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Create an offer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('the offer is not open')).toBeVisible();
  const plan = page.getByRole('table', { name: 'Payment plans' }).getByRole('row', { name: 'À la carte' });
  await expect(plan).toContainText('€900.50 1 month after the purchase');
  await expect(plan).toContainText('€900.50 14 days before the start');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  const { data: listed } = await api.get('/offers', { query: { programId: cohort.programId } });
  const offer = listed.items[0];
  const offerId = String(offer?.id);
  expect(offer).toMatchObject({
    ...{ name, cohortId: cohort.id, status: 'open', salesLimit: null },
    terms: {
      ...{ version: 1, currency: 'EUR', transferHoldDays: 7, maxDiscount: 0, enrollWhen: 'first_installment' },
      paymentPlans: [
        {
          ...{ key: 'a_la_carte', total: 270_150 },
          installments: [
            { amount: 90_050, due: { kind: 'at_purchase' } },
            { amount: 90_050, due: { kind: 'after_purchase', months: 1 } },
            { amount: 90_050, due: { kind: 'before_start', days: 14 } },
          ],
        },
      ],
    },
  });
  const { id: prospectId } = await newProspect();
  const proposal = { path: { prospectId }, body: { offerId } };
  const { data: sale } = await api.post('/prospects/{prospectId}/sales', proposal);

  // Its terms are sent as a whole, and only where one of them was changed.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Most sales').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 of 12').or(page.getByText('0 of 12'))).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Amount 1').fill('1000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('cell', { name: '€2,801.00' })).toBeVisible();
  const path = { offerId };
  expect((await api.get('/offers/{offerId}', { path })).data).toMatchObject({
    ...{ salesLimit: 12, cohortId: cohort.id },
    terms: { version: 2, paymentPlans: [{ key: 'a_la_carte', total: 280_100 }] },
  });
  const read = async () => (await api.get('/sales/{saleId}', { path: { saleId: sale.id } })).data;
  expect((await read()).terms).toEqual(sale.terms);
  await page.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByLabel('Cancel its proposed sales, too').check();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'cancelled' });
});

test('places of a cohort are kept back, and a closer sees what is left and sets how they take part', async ({
  page,
}) => {
  const closer = await newCloser();
  const { cohort, offer } = await newOffer();
  const cohortPath = { cohortId: cohort.id };
  await api.patch('/cohorts/{cohortId}', { path: cohortPath, body: { capacity: 10 } });
  await open(page, `/programs/cohorts/${cohort.id}`);
  const dialog = page.getByRole('dialog');
  const section = page.getByRole('region', { name: 'Sales availability' });
  await expect(section.getByRole('link', { name: offer.name })).toBeVisible();
  await section.getByRole('button', { name: 'Set the sales availability' }).click();
  await dialog.getByLabel('Seats kept back').fill('3');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set the sales availability' }).click();
  await expect(section.getByText('7', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/cohorts/{cohortId}/sales-availability', { path: cohortPath });
  expect(data).toMatchObject({ opensAt: null, closesAt: null, seats: { keptBack: 3, available: 7 } });

  await page.goto('/console/closers');
  const name = `Set how ${closer.member.name} takes part`;
  await page.getByRole('button', { name }).click();
  await dialog.getByLabel('Shares of the turns').fill('2');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await expect(
    page.getByRole('table', { name: 'Closers' }).getByRole('row', { name: closer.member.name }),
  ).toContainText('2 shares of the turns');
  await expectAccessible(page);
  await expectToFit(page);

  await open(page, `/offers/${offer.id}`, closer);
  await expect(page.getByText('Seats left to sell')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Closers' }).click();
  await expect(page.getByRole('table', { name: 'Closers' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name }).click();
  await expect(dialog.getByLabel('Shares of the turns')).toHaveCount(0);
  await dialog.getByLabel('Turns bring prospects').uncheck();
  await dialog.getByLabel('Hours before a call').fill('2');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await expect(page.getByText('no turns now')).toBeVisible();
  await page.getByRole('button', { name: 'Set my hours' }).click();
  await dialog.getByLabel('Time zone').selectOption('Europe/Paris');
  const monday = dialog.getByRole('group', { name: 'Monday' });
  await monday.getByRole('button', { name: 'Add hours' }).click();
  await monday.getByLabel('From, 1').fill('09:00');
  await monday.getByLabel('To, 1').fill('12:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set my hours' }).click();
  await expect(dialog).toHaveCount(0);
  const own = await closer.client.get('/closers', {});
  expect(own.data.items).toMatchObject([{ receiving: false, share: 2, minNoticeHours: 2, bufferMinutes: 0 }]);
  const memberId = closer.member.id;
  const hours = (await api.get('/members/{memberId}/availability', { path: { memberId } })).data;
  expect(hours).toMatchObject({ timezone: 'Europe/Paris', weekly: [{ weekday: 1, from: '09:00', to: '12:00' }] });
  await expect(page.getByRole('alert')).toHaveCount(0);
});
