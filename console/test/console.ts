import { readFileSync } from 'node:fs';
import { DeliveryClient } from '@delivery-service/client';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import type * as Axe from 'axe-core';
import type { RunOnly } from 'axe-core';

export { expect } from '@playwright/test';

/** The demo organization of the service: its ids, and the keys of people with different roles. */
export interface Demo {
  keys: Record<'owner' | 'admin' | 'director' | 'coach' | 'closer' | 'member' | 'learner', string>;
  ownerAccountId: string;
  programId: string;
  archivedProgramId: string;
  cohortId: string;
  cohortIds: Record<'Harbour' | 'Meadow' | 'Summit' | 'Orchard' | 'Willow', string>;
  enrollmentId: string;
  memberTaskId: string;
  subscriptionId: string;
}

export const serviceUrl = process.env['SERVICE_URL'] ?? '';
/** The same service by a name: passkeys do not work at the address of a host. */
export const signInUrl = serviceUrl.replace('127.0.0.1', 'localhost');
export const demo = JSON.parse(readFileSync(process.env['DEMO'] ?? '', 'utf8')) as Demo;

/** Sets up what a test needs, and reads what the console has done, as another client of the API. */
export const api = new DeliveryClient({ url: serviceUrl, apiKey: demo.keys.owner });

/** Notes where pages break their policy, throw, ask another host for something, or write a key to the console. */
function watch(context: BrowserContext, faults: string[]): void {
  context.on('weberror', (webError) => faults.push(webError.error().message));
  context.on('console', (message) => {
    const text = message.text();
    const isRefusal = text.startsWith('Failed to load resource');
    if (/dsk_|dsignin_/.test(text) || (message.type() === 'error' && !isRefusal)) faults.push(text);
  });
  context.on('request', (request) => {
    if (!['127.0.0.1', 'localhost'].includes(new URL(request.url()).hostname))
      faults.push(`requested ${request.url()}`);
  });
}

/** Faults of any page fail the test: of the one it gets, and of those that it opens. Those meant to be there are taken out: `faults.splice(0)`. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ context, browser }, use) => {
      const faults: string[] = [];
      watch(context, faults);
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const made = await newContext(options);
        watch(made, faults);
        return made;
      };
      await use(faults);
      browser.newContext = newContext;
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a page of the console as one of the demo organization. */
export async function open(
  page: Page,
  path: string,
  who: keyof Demo['keys'] | { key: string } = 'owner',
): Promise<void> {
  const keyOf = typeof who === 'string' ? demo.keys[who] : who.key;
  await page.addInitScript((key) => sessionStorage.setItem('delivery-console.api-key', key), keyOf);
  await page.goto(`/console${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The longest time after which a page reads again what changes by itself, in milliseconds. */
const READ_AGAIN_MS = 10_000;

/**
 * Expects what the page shows once it has read again what changes by itself, or has tried again what failed: the time of the
 * page passes quickly meanwhile. The test calls `page.clock.install()` before the page sets its timers; from then on the page
 * takes every zone for that of its viewer.
 */
export async function later(page: Page, expected: (limit: { timeout: number }) => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(READ_AGAIN_MS);
    await expected({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

/** Chooses in a field of a dialog that is searched by words, such as that of a cohort. */
export async function choose(
  page: Page,
  label: string,
  typed: string,
  option: string | RegExp = beginsWith(typed),
): Promise<void> {
  const input = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
  // A dialog that has just opened moves the focus once more, which closes the list of a field that was filled at once.
  await expect(async () => {
    await input.fill('');
    await input.fill(typed);
    await page.getByRole('option', { name: option, exact: true }).click({ timeout: 5_000 });
  }).toPass();
}

/** Chooses one of several in a dialog: there are boxes, or, for many, a field that is searched. */
export async function pick(page: Page, label: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: label, exact: true });
  const box = dialog.getByRole('checkbox', { name, exact: true });
  await expect(field.or(box).first()).toBeVisible();
  if (await box.isVisible()) await box.check();
  else await choose(page, label, name);
}

/** A name, alone or followed by what tells it from others of that name. */
export function beginsWith(name: string): RegExp {
  return new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( · |$)`);
}

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** What axe finds in the page as it is now. A page of the console has no frames. */
async function findings(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  }, runOnly);
}

/** No finding of axe by the rules of WCAG 2.2 A and AA, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // The structure of a page is the same in both schemes.
    const isLight = colorScheme === 'light';
    const runOnly: RunOnly = isLight ? { type: 'tag', values: RULES } : { type: 'rule', values: RULES_OF_COLOR };
    expect(await findings(page, runOnly)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Nothing is cut off or scrolls sideways where the page is 360 pixels wide. */
export async function expectToFit(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

/** The connection of a page to some addresses is lost until `isLost` is set to false. Counts what was attempted. */
export async function lostLine(page: Page, to: Parameters<Page['route']>[0]) {
  const line = { isLost: true, attempts: 0 };
  await page.route(to, (route) => {
    line.attempts += 1;
    return line.isLost ? route.abort() : route.continue();
  });
  return line;
}

/** How many bytes of the console a page has downloaded. */
export function downloadedBy(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/console/assets/'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}
