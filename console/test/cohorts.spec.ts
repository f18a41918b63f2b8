import { demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { STAFF } from './navigation.js';

test('the cohorts of the school, worst first, each leading to its cockpit', async ({ page }) => {
  await open(page, '/cohorts');
  const rows = page.getByRole('table', { name: 'Cohorts' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Harbour cohort');
  await expect(rows.nth(1)).toContainText('12 on time, 5 late, 3 at risk, 2 unknown');
  const names = (await rows.getByRole('link').allTextContents()).filter((name) =>
    /^(Harbour|Meadow|Summit)/.test(name),
  );
  expect(names).toEqual(['Harbour cohort', 'Meadow cohort', 'Summit cohort']);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Harbour cohort' }).click();
  await expect(page).toHaveURL(`/console/cohorts/${demo.cohortId}`);
});

test('what cannot be measured is said to be so, with its reason', async ({ page }) => {
  await open(page, '/cohorts');
  const summit = page.getByRole('row', { name: /Summit cohort/ });
  await expect(summit).toContainText(/starts \d+ \w+ \d{4} \(the cohort has not started\)/);
  await summit.getByText(/^starts/).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Not measured: the cohort has not started');
});

test('a coach sees the cohorts of the members assigned to them', async ({ page }) => {
  await open(page, '/cohorts', 'coach');
  await expect(page.getByText('Only the members assigned to you are counted.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveText(STAFF);
});
