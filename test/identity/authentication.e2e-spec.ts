import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { issueApiKey } from '#kernel/authentication';
import { KeyUsage } from '../../src/kernel/authentication/key-usage.js';
import { Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

const MINUTE = 60_000;

const { app, school } = useSchool();

describe('an API key that gives no access', () => {
  it('is answered with one and the same body, whatever is wrong with it, for reads and writes', async () => {
    const person = await school.person('ADMIN');
    const key = (row = {}) => school.key(person.memberId, person.accountId, row);
    const good = (await key()).text;
    const changedAt = (place: number) =>
      good.slice(0, place) + (good[place] === 'A' ? 'B' : 'A') + good.slice(place + 1);
    const revoked = await key();
    expect((await school.owner.client.post(`/api-keys/${revoked.id}/revoke`)).status).toBe(200);
    const detached = await school.person('ADMIN');
    expect((await school.owner.client.delete(`/members/${detached.memberId}`)).status).toBe(200);
    const wrong: Record<string, string | null> = {
      missing: null,
      empty: '',
      malformed: 'not-a-key',
      shortened: good.slice(0, -1),
      'bad checksum': changedAt(good.length - 3),
      'bad last character': changedAt(good.length - 1),
      'changed secret': changedAt(40),
      unknown: issueApiKey(randomUUID()).text,
      'known id, other secret': issueApiKey((await key()).id).text,
      'expired long ago': (await key({ expires_at: '2001-01-01T00:00:00Z' })).text,
      'expired this instant': (await key({ expires_at: app.now() })).text,
      revoked: revoked.text,
      'of a detached member': detached.client.apiKey,
    };
    expect((await new Client(app, good).get('/members')).status).toBe(200);
    const texts = new Map<string, string>();
    for (const [reason, apiKey] of Object.entries(wrong)) {
      const client = new Client(app, apiKey);
      const headers = { 'X-Correlation-Id': 'same' };
      const read = await client.get('/members', { headers });
      const write = await client.post('/members', '{broken', { headers, idempotencyKey: null });
      expect([reason, read.status, write.status]).toEqual([reason, 401, 401]);
      expect(read.headers['www-authenticate']).toBe('ApiKey, Bearer');
      texts.set(`${reason}, read`, read.text).set(`${reason}, write`, write.text);
    }
    expect([...new Set(texts.values())].map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        success: false,
        code: 'unauthorized',
        message: 'A valid API key is required.',
        details: [],
        correlationId: 'same',
      },
    ]);
  });

  it('expires by the clock of the service, without anybody doing anything', async () => {
    const { memberId } = await school.person('ADMIN');
    const expiresAt = new Date(Date.now() + MINUTE).toISOString();
    const created = await school.owner.client.post('/api-keys', { memberId, name: 'For a minute', expiresAt });
    const client = new Client(app, dataOf<{ key: string }>(created).key);
    expect((await client.get('/members')).status).toBe(200);
    app.moveClock(MINUTE);
    try {
      expect((await client.get('/members')).status).toBe(401);
    } finally {
      app.moveClock(0);
    }
  });
});

describe('the last use of an API key', () => {
  /** Waits until what the process is noting is written. */
  const noted = (place: TestApp) => place.nest.get(KeyUsage, { strict: false }).beforeApplicationShutdown();

  it('is written at most every five minutes, whatever process sees it', async () => {
    const person = await school.person('ADMIN');
    const beside = await startTestApp({}, app);
    const lastUsedAt = async () => {
      const { body } = await school.owner.client.get(`/api-keys?memberId=${person.memberId}`);
      return body.data.items[0].lastUsedAt as string | null;
    };
    const useAt = async (place: TestApp, byMs: number) => {
      place.moveClock(byMs);
      expect((await new Client(place, person.client.apiKey).get('/members')).status).toBe(200);
      await noted(place);
      return lastUsedAt();
    };
    try {
      expect(await lastUsedAt()).toBeNull();
      const first = await useAt(app, 0);
      expect(Math.abs(Date.parse(first!) - Date.now())).toBeLessThan(10_000);
      expect(await useAt(app, 4 * MINUTE)).toBe(first);
      // The second process has noted nothing yet: the statement itself holds the rule.
      expect(await useAt(beside, 4 * MINUTE)).toBe(first);
      const second = await useAt(app, 6 * MINUTE);
      expect(Date.parse(second!) - Date.parse(first!)).toBeGreaterThanOrEqual(5 * MINUTE);
      // A process whose clock is behind does not turn the time back.
      expect(await useAt(beside, 0)).toBe(second);
    } finally {
      app.moveClock(0);
      await beside.close();
    }
  });
});
