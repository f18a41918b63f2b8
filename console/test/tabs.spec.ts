import { demo, expect, signInUrl, test } from './console.js';
import { join, keptKey, signInsOf } from './joining.js';

test('a second tab is signed in while the first is open, and signing out in one signs out both', async ({
  page,
  context,
}) => {
  const { member } = await join(page);
  const other = await context.newPage();
  await other.goto(`${signInUrl}/console/people`);
  await expect(other.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  expect(await keptKey(other)).toBe(await keptKey(page));
  const kept = await other.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]));
  expect(kept).not.toContain('dsignin_');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect((await signInsOf(member.id)).map(({ status }) => status)).toEqual(['ended']);
});

test('a second tab is signed in by a first one that is too busy to answer at once', async ({ page, context }) => {
  await join(page);
  const other = await context.newPage();
  const busy = page.evaluate(() => {
    const end = performance.now() + 3_000;
    while (performance.now() < end);
  });
  await other.goto(`${signInUrl}/console/people`);
  await expect(other.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await busy;
});

test('a second tab takes a key that comes while its page to sign in is still loading', async ({ page, context }) => {
  await join(page);
  await page.evaluate(() => {
    const own = BroadcastChannel.prototype.postMessage;
    const answered = new Promise((resolve) => addEventListener('answer', resolve, { once: true }));
    BroadcastChannel.prototype.postMessage = function (message) {
      void answered.then(() => own.call(this, message));
    };
  });
  const other = await context.newPage();
  let isHeld = false;
  await other.route(/\/assets\/sign-in-[^/]*\.js$/, async (route) => {
    isHeld = true;
    await page.evaluate(() => dispatchEvent(new Event('answer')));
    await expect.poll(() => keptKey(other)).not.toBeNull();
    await route.continue();
  });
  await other.goto(`${signInUrl}/console/people`);
  await expect(other.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  expect(isHeld).toBe(true);
});

test('once every tab is closed, nobody is signed in', async ({ page, context }) => {
  await join(page);
  await page.close();
  const later = await context.newPage();
  await later.goto(`${signInUrl}/console`);
  await expect(later.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  expect(await keptKey(later)).toBeNull();
});

test('tabs that ask for a sign-in go on when one of them has it', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${signInUrl}/console/cohorts`);
    await expect(tab.getByLabel('API key')).toBeVisible();
  }
  await page.getByLabel('API key').fill(demo.keys.director);
  await page.keyboard.press('Enter');
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible();
  }
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByLabel('API key')).toBeVisible();
});
