import Stripe from 'stripe';
import type { ProviderEvent, ReferenceKind } from './provider-objects.js';

const TOLERANCE_SECONDS = 300;

const KINDS: Readonly<Record<string, ReferenceKind>> = {
  'checkout.session': 'checkout',
  payment_intent: 'payment',
  refund: 'refund',
  dispute: 'dispute',
};

/** The event of a signed body. Its object is only named: the state that it had then may be an old one. */
export function verifyStripeEvent(
  rawBody: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
  now: Date,
): ProviderEvent | undefined {
  // The library refuses what is old, not what comes from the future.
  if (signature === undefined || secondsOf(signature) - now.getTime() / 1000 > TOLERANCE_SECONDS) return undefined;
  for (const secret of secrets) {
    const event = readEvent(rawBody, signature, secret, now);
    if (event !== undefined) return event;
  }
  return undefined;
}

function readEvent(rawBody: Buffer, signature: string, secret: string, now: Date): ProviderEvent | undefined {
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch {
    // No valid signature, or no JSON.
    return undefined;
  }
  return isEvent(event) ? toEvent(event) : undefined;
}

function toEvent({ id, type, livemode, account, created, data }: Stripe.Event): ProviderEvent {
  const { object, id: objectId } = data.object as { object?: unknown; id?: unknown };
  const kind = typeof object === 'string' && typeof objectId === 'string' ? KINDS[object] : undefined;
  return {
    ...{ id, type, livemode },
    account: account ?? null,
    createdAt: new Date(created * 1000),
    reference: kind === undefined ? null : { kind, id: objectId as string },
  };
}

/** Whoever knows the secret may sign anything. */
function isEvent(event: unknown): event is Stripe.Event {
  if (typeof event !== 'object' || event === null) return false;
  const { id, type, livemode, account, created, data } = event as Partial<Record<string, unknown>>;
  const object = typeof data === 'object' && data !== null && (data as { object?: unknown }).object;
  return (
    [id, type].every(isShortText) &&
    (account === undefined || account === null || isShortText(account)) &&
    typeof livemode === 'boolean' &&
    Number.isSafeInteger(created) &&
    typeof object === 'object' &&
    object !== null
  );
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
}

/** The time of a signature, read as the library does; NaN where there is none. */
function secondsOf(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10);
}
