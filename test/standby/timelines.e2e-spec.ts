import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Balancer } from '../failover/balancer.js';
import { Client } from '../support/client.js';
import { announce, withDatabase } from '../support/database-server.js';
import { School } from '../support/school.js';
import { query, startPrimary, startStandby, type Server, type Standby } from '../support/standby.js';
import { makeTemplate } from '../support/template-database.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { answerOfStandby, readsOf } from '../support/use-standby.js';

const group = { name: 'Level one', type: 'level', scope: 'organization' };

let old: Server;
let promoted: Standby;
/** Replays WAL of the old primary that the promoted server never received. */
let diverged: Standby;
/** Follows the promoted server after its promotion. */
let following: Standby;
let balancer: Balancer;
/** A service without a standby, and services that read beside the primary from the two standbys. */
let plain: TestApp;
let besideDiverged: TestApp;
let besideFollowing: TestApp;
let school: School;

beforeAll(async () => {
  old = await startPrimary();
  balancer = await Balancer.open(old.port);
  const { adminUrl, ownerUrl, serviceUrl } = old;
  const server = { adminUrl, ownerUrl, serviceUrl: balancer.through(serviceUrl), directUrl: serviceUrl };
  const announced = { ...server, settings: { DATABASE_STATEMENTS: 'named' as const }, template: 'delivery_template' };
  await makeTemplate(announced);
  announce(announced);
  promoted = await startStandby(old);
  diverged = await startStandby(old);
  following = await startStandby(old);
  plain = await startTestApp();
  for (const standby of [promoted, diverged, following]) await standby.caughtUp();
  besideDiverged = await serveBeside(diverged);
  besideFollowing = await serveBeside(following);
  school = await School.open(plain);
});

afterAll(async () => {
  for (const app of [besideDiverged, besideFollowing, plain]) await app.close();
  await balancer.close();
  for (const standby of [following, diverged, promoted]) await standby.stop();
  await old.stop();
});

function serveBeside(standby: Standby): Promise<TestApp> {
  const database = new URL(plain.databaseUrl).pathname.slice(1);
  return startTestApp({ READ_DATABASE_URL: withDatabase(standby.serviceUrl, database) }, plain);
}

const clientOf = (app: TestApp): Client => new Client(app, school.owner.client.apiKey);
const tokenOf = ({ headers }: Response): string => (headers as Record<string, string>)['consistency-token'];
const idOf = ({ body }: Response): string => (body as { data: { id: string } }).data.id;

async function listGroups(app: TestApp, token?: string): Promise<string[]> {
  const headers: Record<string, string> = token === undefined ? {} : { 'Consistency-Token': token };
  const { status, body } = await clientOf(app).get('/groups?limit=100', { headers });
  expect(status).toBe(200);
  return (body as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id);
}

async function timelineOf(standby: Standby): Promise<number> {
  const url = withDatabase(standby.serviceUrl, new URL(plain.databaseUrl).pathname.slice(1));
  const [{ timeline }] = await query<{ timeline: number }>(url, 'select app_timeline() as timeline');
  return timeline;
}

let kept: string;
let tokenOfOld: string;

it('a standby that replayed more than the new primary answers no reads', async () => {
  kept = idOf(await school.owner.client.post('/groups', group));
  for (const standby of [promoted, following]) await standby.caughtUp();
  // The follower first: a standby cannot follow a primary that is behind it.
  for (const standby of [following, promoted]) await standby.follow(undefined);
  const lost = await clientOf(besideDiverged).post('/groups', group);
  tokenOfOld = tokenOf(lost);
  // More than the new primary writes in this file.
  await query(old.adminUrl, 'select pg_switch_wal()');
  const later = await clientOf(besideDiverged).post('/groups', group);
  await diverged.caughtUp();
  const seen = [idOf(later), idOf(lost), kept];
  expect(await answerOfStandby(besideDiverged, () => listGroups(besideDiverged))).toEqual(seen);
  await promoted.promote();
  balancer.leadTo(promoted.port);
  balancer.cut();
  await until(async () => (await clientOf(besideDiverged).post('/programs', { name: 'One', durationWeeks: 4 })).ok);
  const before = await readsOf(besideDiverged, 'standby');
  const created = await clientOf(besideDiverged).post('/groups', group);
  const expected = [idOf(created), kept];
  for (const token of [undefined, tokenOf(created), tokenOfOld]) {
    for (let count = 0; count < 5; count += 1) expect(await listGroups(besideDiverged, token)).toEqual(expected);
  }
  expect(await readsOf(besideDiverged, 'standby')).toBe(before);
  // The services of the file share a logger.
  const logged = [plain, besideDiverged, besideFollowing].some((app) =>
    app.logged().includes('the standby is on timeline 1, the primary on timeline 2'),
  );
  expect(logged).toBe(true);
});

it('a standby that follows the new primary answers once its control file says so', async () => {
  await following.follow(promoted);
  await following.caughtUp();
  // Promotion wrote a checkpoint, from which the standby can make a restartpoint.
  await query(promoted.adminUrl, 'checkpoint');
  await following.caughtUp();
  await query(following.adminUrl, 'checkpoint');
  expect(await timelineOf(following)).toBe(2);
  const read = await answerOfStandby(besideFollowing, () => listGroups(besideFollowing));
  expect([read.length, read.at(-1)]).toEqual([2, kept]);
});

it('of the present timeline, a token is compared with the position; an older one leads to the primary', async () => {
  const created = await clientOf(besideFollowing).post('/groups', group);
  const read = await answerOfStandby(besideFollowing, () => listGroups(besideFollowing, tokenOf(created)));
  expect(read[0]).toBe(idOf(created));
  const [standby, primary] = [await readsOf(besideFollowing, 'standby'), await readsOf(besideFollowing, 'primary')];
  expect(await listGroups(besideFollowing, tokenOfOld)).toEqual(read);
  expect(await readsOf(besideFollowing, 'standby')).toBe(standby);
  expect(await readsOf(besideFollowing, 'primary')).toBe(primary + 1);
});

it('a role with pg_read_all_stats learns a switch of the timeline at once', async () => {
  const third = await startStandby(promoted);
  try {
    await query(promoted.adminUrl, 'grant pg_read_all_stats to delivery_service');
    // It must not receive what the next primary does not have.
    await third.follow(undefined);
    await following.caughtUp();
    await following.promote();
    await third.follow(following);
    await until(async () => (await timelineOf(third)) === 3, { what: 'the standby is on the third timeline' });
  } finally {
    await third.stop();
  }
});
