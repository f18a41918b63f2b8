import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Actor } from './guide.js';

const LOOKS = 100;
const BETWEEN_LOOKS_MS = 100;

export interface Follower {
  url: string;
  secret: string;
}

/** Subscribes the receiver to every event type and waits until it has answered the challenge. */
export async function subscribeFollower(owner: Actor, { url, secret }: Follower): Promise<void> {
  await owner.get('The event types are listed', '/event-types');
  const subscription = { name: 'Tour', endpointUrl: url, eventNames: ['*'], secret };
  const { id } = await owner.create(
    'Your webhook receiver is subscribed to every event',
    '/webhook-subscriptions',
    subscription,
  );
  for (let look = 0; look < LOOKS; look += 1) {
    const { status, lastValidationError: error } = await owner.look(`/webhook-subscriptions/${id}`);
    if (status === 'active') return;
    expect(status !== 'validation_failed', `the challenge failed: ${String(error)}`);
    await delay(BETWEEN_LOOKS_MS);
  }
  expect(false, 'the subscription was not verified in time');
}
