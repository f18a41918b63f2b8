import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { Workplace } from '../support/service-process.js';
import { until } from '../support/until.js';
import { createReceiver } from './receiver-from-docs.js';

const SECRET = 'a-secret-for-the-tour';

interface Told {
  id: string;
  type: string;
  organizationId: string;
  data: object;
}

const place = new Workplace();

afterAll(() => place.clear());

it('a receiver that is the one of the page, and nothing else, gets verified and is told of the whole tour', async () => {
  const received: Told[] = [];
  const receiver = createReceiver([SECRET], (message) => {
    received.push(message);
    return Promise.resolve();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const { url } = await place.serve({ DEMO_DATA: 'false', WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' });
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const follower = ['--webhook-url', hook, '--webhook-secret', SECRET];
    const { code, stderr, stdout } = await place.finish('tour', follower, { PORT: new URL(url).port });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(SECRET);
    // The tour reads all its events at its end: the owner's key, which was created before the subscription, and those
    // that the receiver is told of, the first of which is the creation of its own subscription.
    const events = Number(/^ {6}(\d+) events/m.exec(stdout)?.[1]) - 1;
    expect(events).toBeGreaterThan(15);
    await until(() => received.length >= events, { withinMs: 60_000 });
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
    expect(received).toHaveLength(events);
    expect(new Set(received.map(({ organizationId }) => organizationId)).size).toBe(1);
    const types = received.map(({ type }) => type);
    for (const type of [
      'program.created',
      'enrollment.created',
      'intervention.planned',
      'enrollment.transferred',
      'program.restored',
    ]) {
      expect(types).toContain(type);
    }
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
