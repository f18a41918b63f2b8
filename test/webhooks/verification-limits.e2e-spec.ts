import { afterEach, describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { app, receiver, school, setUp } from './set-up.js';
import { readSubscription, subscribe, subscribeAndVerify, workerOf } from './subscribing.js';

const SECOND = 1_000;

const verify = (id: string) => school.owner.client.post(`/webhook-subscriptions/${id}/verify`);

setUp();

// A worker of a later test would look for a hundred hosts that do not exist.
afterEach(() => school.rows(`update webhook_subscriptions set status = 'paused' where organization_id = $1`));

describe('/verify', () => {
  it('is refused for five seconds, says how long to wait, and changes nothing', async () => {
    const id = await subscribe(school, receiver);
    await workerOf(app).runOnce();
    app.stopClock();
    const began = app.now().getTime();
    expect((await verify(id)).status).toBe(200);
    await workerOf(app).runOnce();
    app.stopClock(new Date(began + 4 * SECOND));
    const refused = await verify(id);
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
    expect((await readSubscription(school, id)).status).toBe('active');
    app.stopClock(new Date(began + 5 * SECOND));
    expect((await verify(id)).status).toBe(200);
  });

  it('is refused after sixty requests to one host within a minute, over all subscriptions, ports and paths', async () => {
    app.stopClock();
    const statuses: number[] = [];
    for (let n = 0; n < 80; n += 1) {
      const endpoint_url = `https://hooks.example.com:${8_000 + n}/path-${n}`;
      statuses.push((await verify(await school.subscription({ endpoint_url }))).status);
    }
    expect(statuses.indexOf(409)).toBeGreaterThanOrEqual(60);
    expect((await verify(await school.subscription({ endpoint_url: 'https://other.example.com/' }))).status).toBe(200);
  });

  it('is refused after 120 requests of one organization, and not for another', async () => {
    app.stopClock();
    const statuses: number[] = [];
    for (let n = 0; n < 160; n += 1) {
      const endpoint_url = `https://hooks-${n}.example.com/`;
      statuses.push((await verify(await school.subscription({ endpoint_url }))).status);
    }
    expect(statuses.indexOf(409)).toBeGreaterThanOrEqual(120);
    const other = await School.open(app);
    const theirs = await other.subscription();
    expect((await other.owner.client.post(`/webhook-subscriptions/${theirs}/verify`)).status).toBe(200);
  });

  it('does not begin a verification in progress again', async () => {
    const id = await subscribe(school, receiver);
    let during = 0;
    receiver.prove = async ({ body }) => {
      during = (await verify(id)).status;
      return { status: 200, body: JSON.stringify(receiver.proof(body)) };
    };
    await workerOf(app).runOnce();
    expect(during).toBe(200);
    expect(receiver.challenges).toHaveLength(1);
    expect((await readSubscription(school, id)).status).toBe('active');
  });
});

describe('an endpoint that never proves its consent', () => {
  it('is challenged sixty times a minute at most, whatever asks for it', async () => {
    receiver.prove = () => ({ status: 403 });
    app.stopClock();
    const ids: string[] = [];
    for (let n = 0; n < 25; n += 1) ids.push(await subscribe(school, receiver));
    await workerOf(app).runOnce();
    for (const round of [1, 2]) {
      for (const id of ids) {
        const secret = `a-secret-of-round-number-${round}`;
        await school.owner.client.post(`/webhook-subscriptions/${id}/rotate-secret`, { secret });
      }
      await workerOf(app).runOnce();
    }
    expect(receiver.challenges).toHaveLength(60);
    expect((await readSubscription(school, ids[24])).status).toBe('pending_validation');
    app.moveClock(SECOND);
    await workerOf(app).runOnce();
    expect(receiver.challenges.length).toBeGreaterThan(60);
  });

  it('limits no host that consents: a verification that succeeds costs nothing', async () => {
    for (let n = 0; n < 62; n += 1) await subscribeAndVerify(app, school, receiver);
    expect(receiver.challenges).toHaveLength(62);
  });
});
