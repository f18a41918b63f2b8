import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/use-school.js';
import { ApiDocument } from './api-document.js';
import { Campaign } from './campaign.js';
import { agentDoor, restDoor } from './door.js';

/** A short campaign, the same one each time; `npm run fuzz` is the long one. */
const EFFORT = { seed: 20_260_101, limitMs: 60_000 };

const document = new ApiDocument();
const app = useApp();

describe.each([
  ['over REST', restDoor, 8, [200, 201, 400, 401, 403, 404, 415]],
  ['as a tool of the agent door', agentDoor, 24, [200, 201, 400, 401, 403, 404]],
])('%s', (_, door, requests, statuses) => {
  const operations = document.operations.filter(door.leadsTo);
  let campaign: Campaign;

  beforeAll(async () => {
    campaign = await Campaign.open(app, document, { ...EFFORT, requests }, door);
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s answers whatever it is sent as the OpenAPI document says',
    async (_name, operation) => {
      await campaign.fuzz(operation);
    },
    120_000,
  );

  it('was sent what it carries out, and what it refuses', () => {
    const { tally } = campaign;
    expect(tally.requests).toBeGreaterThanOrEqual(operations.length * requests);
    for (const status of statuses) expect([...tally.byStatus.keys()]).toContain(status);
    expect(tally.replays).toBeGreaterThan(0);
    expect(operations.filter(({ name }) => tally.timesOf(name) === 0).map(({ name }) => name)).toEqual([]);
  });
});
