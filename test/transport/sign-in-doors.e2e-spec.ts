import { EventEmitter, once } from 'node:events';
import { Controller } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { forbidden, invalidField, notFound, unavailable } from '#kernel/errors';
import { Text } from '#kernel/fields';
import { type AtDoor, Door, DoorRequest } from '#kernel/operations';
import { School } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

class Knock {
  @Text({ max: 200_000, description: 'What happens' }) word: string;
}

let opened = 0;
/** What ends the attempts that wait. */
const waiting = new EventEmitter();

/** A door of the test's own: what its handler throws depends on the word. */
@Controller()
class TestDoorController {
  @Door({ path: 'sign-in/knock', status: 201, body: Knock })
  async open(@DoorRequest() { body: { word } }: AtDoor<Knock>): Promise<Knock> {
    opened += 1;
    await Promise.resolve();
    if (word === 'unknown') throw notFound();
    if (word === 'slow') await once(waiting, 'end');
    if (word === 'wrong') throw invalidField('word', 'must be another one');
    if (word === 'weak') throw forbidden();
    if (word === 'down') throw unavailable('The database does not answer.');
    return { word };
  }
}

let app: TestApp;
afterEach(() => app.close());

const start = async (settings = {}): Promise<void> => {
  opened = 0;
  app = await startTestApp(settings, undefined, [TestDoorController]);
};
const knock = (word: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  request(app.url)
    .post('/sign-in/knock')
    .set({ 'x-correlation-id': 'knock', ...headers })
    .send({ word });

describe('a door', () => {
  it('needs no key and no Idempotency-Key, ignores a key, and is kept out of caches', async () => {
    await start();
    for (const headers of [undefined, { 'x-api-key': 'nonsense' }]) {
      const { status, body, headers: answered } = await knock('open', headers);
      expect([status, body]).toEqual([201, { success: true, data: { word: 'open' }, correlationId: 'knock' }]);
      expect(answered['cache-control']).toBe('no-store');
    }
    expect((await request(app.url).get('/sign-in/knock')).status).toBe(404);
    expect((await request(app.url).post('/api/v1/sign-in/knock').send({})).status).toBe(404);
  });

  it('answers every refusal of its handler alike, byte for byte, and a failure of the service as one', async () => {
    await start();
    const answers = await Promise.all(['unknown', 'wrong', 'weak'].map((word) => knock(word)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        '401 {"success":false,"code":"unauthorized","message":"The sign-in failed.","details":[],"correlationId":"knock"}',
      ]),
    );
    expect((await knock('down')).status).toBe(503);
  });

  it('refuses bad bodies before its handler runs, and names the field', async () => {
    await start();
    const url = request(app.url);
    const wrong = await knock(7);
    expect([wrong.status, (wrong.body as { details: object[] }).details]).toEqual([
      400,
      [expect.objectContaining({ field: 'word' })],
    ]);
    expect((await url.post('/sign-in/knock')).status).toBe(400);
    expect((await url.post('/sign-in/knock').type('form').send('word=open')).status).toBe(415);
    expect((await knock('x'.repeat(64 * 1024))).status).toBe(413);
    expect((await url.post('/sign-in/knock').type('json').send('{"word":')).status).toBe(400);
    expect(opened).toBe(0);
  });

  it('counts requests by address before anything else', async () => {
    await start({ DOOR_REQUESTS_PER_MINUTE: 3 });
    const statuses: number[] = [];
    for (const word of ['open', 7, 'unknown', 'open']) statuses.push((await knock(word)).status);
    expect(statuses).toEqual([201, 400, 401, 429]);
    expect(opened).toBe(2);
  });

  it('counts failures as those of keys, and lets others of the address in, at a slower pace', async () => {
    await start({ FAILED_AUTH_PER_MINUTE: 2 });
    for (const expected of [401, 401, 429]) expect((await knock('unknown')).status).toBe(expected);
    expect((await knock('open')).status).toBe(201);
    expect((await request(app.url).get('/api/v1/me').set('x-api-key', 'dsk_x')).status).toBe(429);
  });

  it('has attempts that wait for their end hold up nobody', async () => {
    await start({ FAILED_AUTH_PER_MINUTE: 3 });
    const slow = Array.from({ length: 6 }, () => knock('slow').then(({ status }) => status));
    await until(() => opened === 6);
    expect((await knock('open')).status).toBe(201);
    const school = await School.open(app);
    expect((await school.owner.client.get('/me')).status).toBe(200);
    waiting.emit('end');
    expect(await Promise.all(slow)).toEqual(Array(6).fill(201));
  });

  it('is open to web pages of SIGN_IN_ORIGINS alone', async () => {
    const origin = 'http://app.localhost:8080';
    await start({ SIGN_IN_ORIGINS: origin });
    const shared = async (from: string) =>
      (await knock('open', { Origin: from })).headers['access-control-allow-origin'];
    expect(await shared(origin)).toBe(origin);
    expect(await shared('http://other.localhost:8080')).toBeUndefined();
    const preflight = await request(app.url)
      .options('/sign-in/knock')
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
    expect(preflight.headers['access-control-allow-methods']).toBe('POST');
  });
});
