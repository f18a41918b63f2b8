import { csvOf, drawnIn } from './charts.js';
import { api, demo, downloadedBy, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCohort, newcomer } from './school.js';

const GAPS = '89 of 90 days not measured: no numbers were kept on that day.';

/** A cohort whose numbers of today are kept: those of the days before are not. */
async function recordedCohort() {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  const itemsOf = async () => (await api.get('/cohorts/{cohortId}/cockpit/history', { path })).data.items;
  await expect.poll(async () => (await itemsOf()).at(-1)?.measured, { timeout: 30_000 }).toBe(true);
  return { cohort, items: await itemsOf() };
}

test('the history of a cohort shows the days that were kept, and those that were not as not measured', async ({
  page,
}) => {
  const { cohort, items } = await recordedCohort();
  await open(page, `/cohorts/${cohort.id}`);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `History: ${cohort.name}` })).toBeFocused();
  const rhythm = page.getByRole('region', { name: 'Rhythm', exact: true });
  await expect(rhythm.getByText(GAPS)).toBeVisible();
  await expect(rhythm.getByRole('img')).toHaveAccessibleName(/^Rhythm\. From .* late: always 0 where measured\./);

  await rhythm.getByRole('button', { name: 'Table: Rhythm' }).focus();
  await page.keyboard.press('Enter');
  const rows = rhythm.getByRole('table', { name: 'Rhythm' }).getByRole('row');
  await expect(rows).toHaveCount(91);
  await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText('not measured: no numbers were kept on that day');
  await expect(rows.last().getByRole('cell').nth(1)).toHaveText('0');
  await expectAccessible(page);

  const { name, lines } = await csvOf(page, `${cohort.name} Rhythm`);
  expect(name).toMatch(/^cohort-\d+-rhythm\.csv$/);
  expect(lines[0]).toBe('Day,on time,late,at risk,without deadlines');
  expect(lines).toHaveLength(91);
  const none = 'not measured: no numbers were kept on that day';
  expect(lines[1]).toBe([items[0]?.date, none, none, none, none].join());
  expect(lines.at(-1)).toBe(`${String(items.at(-1)?.date)},0,0,0,0`);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Absences' })).toContainText('no live session has taken place');
});

test('a chart is drawn again in the colors of the scheme and for another width', async ({ page }) => {
  const { cohort } = await recordedCohort();
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, `/cohorts/${cohort.id}/history`);
  const light = await drawnIn(page, 'Contact');
  // The dot of the one day that was kept, in the orange of the theme.
  expect(light.colors).toContain('217,72,15');
  // It is the last one: a day that was not kept is a gap, and not drawn at 0.
  expect(light.beginsAt['217,72,15']).toBeGreaterThan(0.9);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await drawnIn(page, 'Contact')).colors).toContain('255,169,77');
  expect((await drawnIn(page, 'Contact')).colors).not.toContain('217,72,15');
  await expectToFit(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await drawnIn(page, 'Contact')).width).toBeLessThan(360);
  expect((await drawnIn(page, 'Contact')).width).toBeGreaterThan(280);
});

test('a period is chosen by days or by its length, and a wrong one is refused in the words of the service', async ({
  page,
}) => {
  const { cohort } = await recordedCohort();
  await open(page, `/cohorts/${cohort.id}/history`);
  await page.getByRole('button', { name: 'last 30 days' }).click();
  await expect(page.getByText('29 of 30 days not measured').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-01-01');
  await expect(page.getByRole('alert')).toContainText('must not be before from');
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2019-12-31');
  const rhythm = page.getByRole('region', { name: 'Rhythm', exact: true });
  await expect(rhythm).toContainText('2 of 2 days not measured');
  await expect(rhythm.getByRole('img')).toHaveCount(0);
  await expectAccessible(page);
});

test('the history of whole cohorts is for those who see whole cohorts', async ({ page }) => {
  const { key } = await newcomer('MEMBER', { role: 'program_director', scope: 'organization' });
  await open(page, `/cohorts/${demo.cohortId}`, { key });
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
  await open(page, `/cohorts/${demo.cohortId}`, 'coach');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour cohort' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'History' })).toHaveCount(0);
});

test('what draws charts is loaded with the first screen that has one', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await open(page, `/cohorts/${demo.cohortId}`);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const before = scripts.length;
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  const loaded = scripts.slice(before).filter((url) => /\/assets\/.*\.js$/.test(url));
  const texts = await Promise.all(loaded.map(async (url) => (await page.request.get(url)).text()));
  expect(texts.some((text) => text.includes('u-cursor-x'))).toBe(true);
  const first = scripts.slice(0, before).filter((url) => /\/assets\/.*\.js$/.test(url));
  const earlier = await Promise.all(first.map(async (url) => (await page.request.get(url)).text()));
  expect(earlier.some((text) => text.includes('u-cursor-x'))).toBe(false);
});

test('a first view with charts is below 230 kB', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}/analytics`);
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(await downloadedBy(page)).toBeLessThan(230_000);
});
