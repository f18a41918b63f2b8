import { api, expect, open, test } from './console.js';
import { newCohort, unique } from './school.js';

const SIZE = 500;

/** A cohort with 500 members, by an import: it takes lists of 500 rows. */
async function largeCohort(): Promise<string> {
  const cohort = await newCohort(unique('Large'));
  const word = unique('Row').replace(' ', '');
  const rows = Array.from({ length: SIZE }, (_, at) => ({ email: `${word}.${at}@example.org`, name: `${word} ${at}` }));
  const { data } = await api.post('/people-imports', { body: { cohortId: cohort.id, rows } });
  const path = { peopleImportId: data.id };
  const { data: committed } = await api.post('/people-imports/{peopleImportId}/commit', { path, body: {} });
  expect(committed.counts.enroll).toBe(SIZE);
  return cohort.id;
}

/** Notes when the page has its first row and its last: milliseconds since the navigation. */
const WATCH_ROWS = (size: number) => {
  const noted: Record<string, number> = {};
  Object.assign(window, { noted });
  new MutationObserver(() => {
    const rows = document.querySelectorAll('tbody tr').length;
    const note = (name: string) => requestAnimationFrame(() => (noted[name] ??= performance.now()));
    if (rows > 0) note('first');
    if (rows === size) note('all');
  }).observe(document, { childList: true, subtree: true });
};

test('a list of 500 people is shown at once, page by page, and all of them are selected', async ({ page }) => {
  test.setTimeout(180_000);
  const cohortId = await largeCohort();
  await page.addInitScript(WATCH_ROWS, SIZE);
  await open(page, `/cohorts/${cohortId}?signal=all`);
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).waitFor();
  while ((await rows.count()) < SIZE + 1) {
    await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      // As a person does where the next page does not come by itself.
      document.querySelector<HTMLButtonElement>('.more button:not([data-loading])')?.click();
    });
    await page.waitForTimeout(20);
  }
  await expect(page.getByText('The list adds up to 500, as the cockpit says.')).toBeVisible();
  // Figures for whoever reads the log; speed is no matter of a test.
  const noted = await page.evaluate(() => (window as unknown as { noted: { first: number; all: number } }).noted);
  process.stdout.write(`    first rows after ${noted.first.toFixed(0)} ms, 500 after ${noted.all.toFixed(0)} ms\n`);

  await page.getByLabel('Select all rows shown').check();
  await expect(page.getByText('500 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Assign a coach' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('and 496 others');
  await dialog.getByRole('combobox', { name: 'Coach' }).fill('Carl');
  await page.getByRole('option', { name: /Carl Coach/ }).click();
  await dialog.getByRole('button', { name: 'Assign a coach' }).click();
  await expect(dialog).toContainText('The member would have more than 100 current', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Plan an intervention', includeHidden: true })).toBeDisabled();
});
