import { defineConfig } from '@playwright/test';

/** `npm test` starts the service and sets these: see test/run.mjs. */
const { SERVICE_URL, CHROMIUM, RESULTS, CI } = process.env;

export default defineConfig({
  testDir: 'test',
  // Pictures to look at, where a folder for them is given: see test/screenshots.ts.
  testMatch: process.env['SCREENSHOTS'] === undefined ? '*.spec.ts' : 'screenshots.ts',
  outputDir: 'test/output',
  // All specs share one service and its demo organization.
  workers: 1,
  fullyParallel: false,
  // The accessibility of every part of a page is checked in some tests: on a busy machine that takes a minute.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // In CI a test that fails is tried once more. Whatever passed only then is listed as flaky, and is to be mended.
  retries: CI === undefined ? 0 : 1,
  reporter: [['list'], ...(RESULTS === undefined ? [] : [['json', { outputFile: RESULTS }] as const])],
  use: {
    baseURL: SERVICE_URL,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    launchOptions: { executablePath: CHROMIUM },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
