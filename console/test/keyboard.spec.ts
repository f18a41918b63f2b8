import type { Page } from '@playwright/test';
import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCohort, newMember, newPerson, newProgram } from './school.js';

const NARROW = { width: 360, height: 740 };

async function planIntervention(enrollmentId: string): Promise<void> {
  const { data: me } = await api.get('/me');
  const shared = { reason: 'late', channel: 'call', title: 'Call', expectedOutcome: 'A date' } as const;
  const body = { ...shared, ownerUserId: me.member.accountId, dueAt: '2099-01-01T10:00:00Z' };
  await api.post('/enrollments/{enrollmentId}/interventions', { path: { enrollmentId }, body });
}

/** Whether what has the focus can be seen: nothing lies over its middle. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (focused === seen || focused.contains(seen) || seen.contains(focused));
  });

test('on a phone the menu is closed for the keyboard too, and has the colors', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await open(page, '/cohorts');
  const menu = page.getByRole('button', { name: 'Menu' });
  const links = page.getByRole('navigation').getByRole('link');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(links).toHaveCount(0);
  await page.keyboard.press('Tab');
  const isInside = () => page.evaluate(() => document.activeElement?.closest('nav') !== null);
  for (let tabs = 0; tabs < 8; tabs += 1) {
    expect(await isInside()).toBe(false);
    await page.keyboard.press('Tab');
  }
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(links.first()).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Dark colors' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('on a phone all rows are selected at once', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await open(page, `/cohorts/${demo.cohortId}?signal=all`);
  const all = page.getByLabel('Select all rows shown');
  await expect(all).toBeInViewport({ ratio: 0 });
  await all.scrollIntoViewIfNeeded();
  expect((await all.boundingBox())?.width).toBeGreaterThanOrEqual(24);
  await all.click();
  await expect(page.getByText(/^[1-9]\d* selected$/)).toBeVisible();
});

test('the bar of a selection does not cover the row that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 600 });
  await open(page, `/cohorts/${demo.cohortId}?signal=all`);
  const boxes = page.getByRole('table').getByRole('checkbox');
  await boxes.last().focus();
  const count = await boxes.count();
  expect(count).toBeGreaterThan(10);
  // Upwards: two stops for each row, its link and its checkbox.
  for (let stop = 0; stop < 2 * count - 2; stop += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await isFocusSeen(page)).toBe(true);
  }
});

test('the focus goes back to what opened a dialog, and to the heading where that is gone', async ({ page }) => {
  const { enrollmentId, member } = await newPerson();
  await planIntervention(enrollmentId);
  await open(page, `/enrollments/${enrollmentId}?part=interventions`);
  const close = page.getByRole('row', { name: /Call/ }).getByRole('button', { name: /^Close intervention Call/ });
  await close.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Outcome' }).fill('Reached');
  await page.keyboard.press('Tab');
  await dialog.locator('button[type=submit]').click();
  await expect(close).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeFocused();
});

test('a screen that is read does not take the focus from what one has gone on to', async ({ page }) => {
  const { id } = await newProgram();
  let answer = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/v1/programs/${id}`, async (route) => {
    await isAsked;
    await route.continue();
  });
  await open(page, `/programs/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const audit = page.getByRole('navigation').getByRole('link', { name: 'Audit' });
  await audit.focus();
  answer();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(audit).toBeFocused();
});

test('on a phone and in dialogs there is nothing to find for axe', async ({ page }) => {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  const body = { memberId: (await newMember()).id, status: 'active' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path, body });
  await page.setViewportSize(NARROW);
  await open(page, `/cohorts/${cohort.id}?signal=all`);
  await expectAccessible(page);
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('what has happened is said for some seconds, is closed by the keyboard, too, and ends with the sign-in', async ({
  page,
}) => {
  const program = await newProgram();
  await open(page, `/programs/${program.id}`);
  const change = async (description: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Description').fill(description);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await change('First');
  const message = page.getByRole('status').filter({ hasText: 'is changed' });
  await expect(message).toBeVisible();
  // Long enough to be read.
  await page.waitForTimeout(3_000);
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'Close the message' }).focus();
  await page.keyboard.press('Enter');
  await expect(message).toHaveCount(0);
  await change('Second');
  await expect(message).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  await expect(message).toHaveCount(0);
});
