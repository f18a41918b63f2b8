import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { answer, assign, newClass, newForm } from './assigned-forms.js';
import { api, choose, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newPerson } from './school.js';

const exportsTable = (page: Page) => page.getByRole('table', { name: 'Exports' });

/** How often the list has been read so far. */
function countReads(page: Page): () => number {
  let reads = 0;
  page.on('request', (request) => {
    if (/\/api\/v1\/exports\?/.test(request.url())) reads += 1;
  });
  return () => reads;
}

test('an export is requested, becomes ready while one looks, and is downloaded by a link that is shown once', async ({
  page,
}) => {
  await page.clock.install();
  const { cohort, member } = await newPerson();
  await open(page, '/exports');
  const reads = countReads(page);
  await page.getByRole('button', { name: 'Request an export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rows').selectOption('enrollments');
  await choose(page, 'Only of this cohort', cohort.name);
  await dialog.getByLabel('Created from').fill('2030-01-02');
  await dialog.getByLabel('Created up to').fill('2030-01-01');
  await dialog.getByRole('button', { name: 'Request an export' }).click();
  await expect(dialog.getByLabel('Created up to')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByLabel('Created from').fill('');
  await dialog.getByLabel('Created up to').fill('');
  await dialog.getByRole('button', { name: 'Request an export' }).click();
  const row = exportsTable(page).getByRole('row').nth(1);
  await expect(row).toContainText('Enrollments, CSV');
  await expect(row.getByRole('link', { name: cohort.name })).toBeVisible();
  await later(page, (limit) => expect(row).toContainText('ready', limit));
  await expect(row).toContainText('by Olivia Owner');
  await expectAccessible(page);
  await expectToFit(page);

  // Nothing is under way any more: nothing is asked for.
  const before = reads();
  await page.clock.fastForward(60_000);
  await page.waitForTimeout(500);
  expect(reads()).toBe(before);

  await row.getByRole('button', { name: 'Create a link' }).click();
  await expect(dialog).toContainText('for 15 minutes');
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const url = String(await dialog.locator('code').textContent());
  await expectAccessible(page);
  await expectToFit(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await (await fetch(url)).text();
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text).toContain(member.id);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await page.content()).not.toContain(url);
});

test('the answers to forms are exported as JSON lines: those of a cohort and of a time', async ({ page }) => {
  await page.clock.install();
  const form = await newForm();
  const [first, other] = [await newClass(1), await newClass(1)];
  for (const { cohort, learners } of [first, other]) {
    const { id } = await assign(form.id, { cohortId: cohort.id });
    for (const learner of learners) await answer(learner, id, { rhythm: 'weekly', hours: 2.5 });
  }
  const today = new Date().toISOString().slice(0, 10);
  await open(page, '/exports');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Request an export' }).click();
  await dialog.getByLabel('Rows').selectOption('form responses');
  await dialog.getByLabel('Format').selectOption('JSON lines, for programs');
  await choose(page, 'Only of this cohort', first.cohort.name);
  await dialog.getByLabel('Created from').fill(today);
  await dialog.getByLabel('Created up to').fill(today);
  await dialog.getByRole('button', { name: 'Request an export' }).click();
  const row = exportsTable(page).getByRole('row').nth(1);
  await expect(row).toContainText('Form responses, JSON lines');
  await expect(row.getByRole('link', { name: first.cohort.name })).toBeVisible();
  await later(page, (limit) => expect(row).toContainText('ready', limit));
  const { data } = await api.get('/exports', { query: { limit: 1 } });
  const filters = { cohortId: first.cohort.id, programId: null, memberId: null, from: today, to: today };
  expect(data.items).toMatchObject([{ kind: 'form_responses', format: 'jsonl', filters, rowCount: 1 }]);
  await row.getByRole('button', { name: 'Create a link' }).click();
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      formId: form.id,
      enrollmentId: first.learners[0]?.enrollmentId,
      status: 'submitted',
      answers: { rhythm: 'weekly', hours: 2.5 },
    },
  ]);
});

test('while a file is written its rows are counted, and a hidden page asks for nothing', async ({ page }) => {
  await page.clock.install();
  await api.post('/exports', { body: { kind: 'members', format: 'jsonl' } });
  // The real answer, of the instant at which the worker has written part of the file.
  await page.route(/\/api\/v1\/exports\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { items: object[] } };
    Object.assign(body.data.items[0] ?? {}, { status: 'running', rowCount: 12_000, byteSize: null });
    await route.fulfill({ response, json: body });
  });
  const reads = countReads(page);
  await open(page, '/exports');
  const row = exportsTable(page).getByRole('row').nth(1);
  await expect(row.getByRole('status')).toContainText('being written: 12,000 rows so far');
  await expect(row.getByRole('button', { name: 'Create a link' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  await later(page, (limit) => expect.poll(reads, limit).toBeGreaterThan(2));
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  await page.waitForTimeout(500);
  const before = reads();
  for (let hidden = 0; hidden < 3; hidden += 1) await page.clock.fastForward(5_000);
  await page.waitForTimeout(500);
  expect(reads()).toBe(before);
  await show('visible');
  await expect.poll(reads).toBeGreaterThan(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('all about one person is exported from their page', async ({ page }) => {
  await page.clock.install();
  const { member } = await newPerson();
  await open(page, `/people/${member.id}`);
  await page.getByRole('button', { name: 'Export everything about them' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption('jsonl');
  await dialog.getByRole('button', { name: 'Export everything about them' }).click();
  await expect(page).toHaveURL('/console/exports');
  const row = exportsTable(page).getByRole('row').nth(1);
  await expect(row).toContainText('Everything about one person, JSON lines');
  await expect(row.getByRole('link', { name: member.name })).toBeVisible();
  await later(page, (limit) => expect(row).toContainText('ready', limit));
});

test('who may not export is told why', async ({ page }) => {
  await open(page, '/exports', 'coach');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});
