import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Receiver } from './receiver.js';
import { LOCAL_RECEIVERS } from './set-up.js';
import { createGroup, readSubscription, subscribe } from './subscribing.js';

const ENDPOINTS = 6;
const SLOTS = { WEBHOOK_CONCURRENT_DELIVERIES: 4, WEBHOOK_CONCURRENT_VERIFICATIONS: 4 };

let app: TestApp;
let greedy: School;
let modest: School;
/** Its endpoints accept requests and never answer them. */
let mute: Receiver;
let quick: Receiver;

beforeEach(async () => {
  app = await startTestApp({ ROLE: 'all', ...LOCAL_RECEIVERS, ...SLOTS });
  [greedy, modest] = [await School.open(app), await School.open(app)];
  [mute, quick] = [await Receiver.open(), await Receiver.open()];
});
afterEach(async () => {
  await mute.close();
  await quick.close();
  await app.close();
});

const isActive = async (school: School, id: string): Promise<boolean> =>
  (await readSubscription(school, id)).status === 'active';

describe('endpoints of one organization that never answer', () => {
  it('keep half of the verifications at most, and the next organization is verified meanwhile', async () => {
    mute.prove = () => null;
    for (let n = 0; n < ENDPOINTS; n += 1) await subscribe(greedy, mute);
    await until(() => mute.challenges.length >= 2);
    const id = await subscribe(modest, quick);
    await until(() => isActive(modest, id));
    // A third one was sent only once one of these had timed out, after five seconds.
    const [, second, third] = mute.challenges.map(({ at }) => at);
    expect((third ?? Infinity) - second).toBeGreaterThan(2_000);
  });

  it('keep half of the requests at most, and an event of the next organization arrives meanwhile', async () => {
    const ids: string[] = [];
    for (let n = 0; n < ENDPOINTS; n += 1) ids.push(await subscribe(greedy, mute));
    for (const id of ids) await until(() => isActive(greedy, id));
    const own = await subscribe(modest, quick);
    await until(() => isActive(modest, own));
    mute.behave = () => null;
    await createGroup(greedy);
    await until(() => mute.arrivals.length === 2);
    for (let n = 0; n < 3; n += 1) await createGroup(modest);
    await until(() => quick.arrivals.length === 3);
    expect(mute.arrivals).toHaveLength(2);
  });
});
