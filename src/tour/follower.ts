import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Guide } from './guide.js';

const LOOKS = 100;
const BETWEEN_LOOKS_MS = 100;

/** A system of the tourist's own that is told of everything: where it listens, and its secret. */
export interface Follower {
  url: string;
  secret: string;
}

/** Subscribes it to every event that there is, and waits until it has answered the challenge. */
export async function subscribeFollower(guide: Guide, key: string, follower: Follower): Promise<void> {
  const eventNames: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/event-types?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page = await guide.get(key, 'What can be followed', path);
    eventNames.push(...(page.items as { name: string }[]).map(({ name }) => name));
    cursor = page.nextCursor as string | null;
  }
  const { id } = await guide.post(key, 'A system of yours follows all of it', '/webhook-subscriptions', {
    name: 'Tour',
    endpointUrl: follower.url,
    eventNames,
    secret: follower.secret,
  });
  for (let look = 0; look < LOOKS; look += 1) {
    const subscription = await guide.look(key, `/webhook-subscriptions/${id}`);
    if (subscription.status === 'active') return;
    const { status, lastValidationError: error } = subscription;
    expect(status !== 'validation_failed', `the challenge was not answered well: ${String(error)}`);
    await delay(BETWEEN_LOOKS_MS);
  }
  expect(false, 'the subscription was not verified in time');
}
