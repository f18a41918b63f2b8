import { demo, expect, open, test } from './console.js';

test('a page is printed without what is pressed', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}?signal=late`);
  const people = page.getByRole('table').first();
  await expect(people).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rhythm', exact: true })).toBeVisible();
  await expect(people).toBeVisible();
  await expect(page.locator('.navbar:visible, .header:visible, button:visible, input:visible')).toHaveCount(0);
});
