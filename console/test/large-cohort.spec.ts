import type { Page } from '@playwright/test';
import { api, choose, expect, open, test } from './console.js';
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

/** Only a list that hangs takes longer: a slow machine needs several seconds. The time itself is printed. */
const MOST_MS = 20_000;

/**
 * Notes when the page has its first row and its last, in milliseconds since the navigation, and how many words of statuses
 * were rendered: each row has two.
 */
const WATCH_ROWS = (size: number) => {
  const noted = { first: 0, all: 0, words: 0 };
  Object.assign(window, { noted });
  new MutationObserver(() => {
    const rows = document.querySelectorAll('tbody tr').length;
    const note = (name: 'first' | 'all') => requestAnimationFrame(() => (noted[name] ||= performance.now()));
    if (rows > 0) note('first');
    if (rows === size) note('all');
  }).observe(document, { childList: true, subtree: true });
  String.prototype.replaceAll = new Proxy(String.prototype.replaceAll, {
    apply: (target, text, args: [string, string]) => {
      if (args[0] === '_') noted.words += 1;
      return Reflect.apply(target, text, args) as string;
    },
  });
};

type Noted = Record<'first' | 'all' | 'words', number>;

const notedBy = (page: Page) => page.evaluate(() => ({ ...(window as unknown as { noted: Noted }).noted }));

const rowsOf = (page: Page) => page.getByRole('table').getByRole('row');

/** Scrolls to the end as often as there is more, as a person does. Nothing is pressed. */
async function scrollThrough(page: Page): Promise<void> {
  await rowsOf(page).nth(1).waitFor();
  const scrollOn = async (): Promise<number> => {
    await page.mouse.wheel(0, 100_000);
    return rowsOf(page).count();
  };
  await expect.poll(scrollOn, { timeout: 60_000, intervals: [50] }).toBe(SIZE + 1);
}

test('a list of 500 people is read page by page while one scrolls, and a checkbox renders its row', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const cohortId = await largeCohort();
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/cockpit/members')) reads += 1;
  });
  await page.addInitScript(WATCH_ROWS, SIZE);
  await open(page, `/cohorts/${cohortId}?signal=all`);
  await scrollThrough(page);
  await expect(page.getByText('The list adds up to 500, as the cockpit says.')).toBeVisible();
  // The first page may be read again when the list is shown.
  expect(reads).toBeGreaterThanOrEqual(SIZE / 100);
  expect(reads).toBeLessThanOrEqual(SIZE / 100 + 1);
  const noted = await notedBy(page);
  process.stdout.write(`    first rows after ${noted.first.toFixed(0)} ms, 500 after ${noted.all.toFixed(0)} ms\n`);
  expect(noted.first).toBeLessThan(MOST_MS);
  expect(noted.words).toBeGreaterThan(SIZE);

  await rowsOf(page).nth(250).getByRole('checkbox').check();
  await expect(page.getByText('1 selected')).toBeVisible();
  expect((await notedBy(page)).words - noted.words).toBeLessThan(50);
});

test('500 people are selected at once', async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, `/cohorts/${await largeCohort()}?signal=all`);
  await scrollThrough(page);
  await page.getByLabel('Select all rows shown').check();
  await expect(page.getByText('500 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Assign a coach' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('and 496 others');
  await choose(page, 'Coach', 'Carl', /Carl Coach/);
  await dialog.getByRole('button', { name: 'Assign a coach' }).click();
  await expect(dialog).toContainText('The member would have more than 100 current', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Plan an intervention', includeHidden: true })).toBeDisabled();
});
