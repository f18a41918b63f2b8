import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { ApiDocument } from './api-document.js';
import { Campaign } from './campaign.js';

/** A short campaign, the same one each time; `npm run fuzz` is the long one. */
const EFFORT = { seed: 20_260_101, requests: 8, limitMs: 60_000 };

const document = new ApiDocument();
let app: TestApp;
let campaign: Campaign;

beforeAll(async () => {
  app = await startTestApp();
  campaign = await Campaign.open(app, document, EFFORT);
});
afterAll(() => app.close());

it.each(document.operations.map((operation) => [operation.name, operation] as const))(
  '%s answers whatever it is sent as the OpenAPI document says',
  async (_, operation) => {
    await campaign.fuzz(operation);
  },
  120_000,
);

it('was sent what it carries out, and what it refuses', () => {
  const { tally } = campaign;
  expect(tally.requests).toBeGreaterThanOrEqual(document.operations.length * EFFORT.requests);
  for (const status of [200, 201, 400, 401, 403, 404, 415]) expect([...tally.byStatus.keys()]).toContain(status);
  expect(tally.replays).toBeGreaterThan(0);
});
