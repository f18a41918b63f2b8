import { expect, type Actor, type Guide } from './guide.js';

export interface Follower {
  url: string;
  secret: string;
}

/** Subscribes the receiver to every event type and waits until it has answered the challenge. */
export async function subscribeFollower(guide: Guide, owner: Actor, { url, secret }: Follower): Promise<void> {
  await owner.get('The event types are listed', '/event-types');
  const subscription = { name: 'Tour', endpointUrl: url, eventNames: ['*'], secret };
  const { id } = await owner.create(
    'Your webhook receiver is subscribed to every event',
    '/webhook-subscriptions',
    subscription,
  );
  const isActive = async (): Promise<boolean> => {
    const { status, lastValidationError: error } = await owner.look(`/webhook-subscriptions/${id}`);
    expect(status !== 'validation_failed', `the challenge failed: ${String(error)}`);
    return status === 'active';
  };
  await guide.until(isActive, 'the subscription was not verified in time');
}
