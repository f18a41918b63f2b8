import { ServiceError, type FieldIssue } from './service-error.js';

type Status = 400 | 409;

interface More {
  details?: FieldIssue[];
  retryAfterSeconds?: number;
}

/** A rule that refuses a write. Clients decide by the reason, which never changes; the text may. */
export class DeclaredRefusal {
  constructor(
    readonly reason: string,
    readonly text: string,
    readonly status: Status,
    /** Whether the reason says it all, as `program_archived` does. */
    readonly ofStatus = false,
  ) {}

  /** The error to throw. `message` may say more than the text, such as a number. */
  error(message = this.text, { details = [], retryAfterSeconds }: More = {}): ServiceError {
    const code = this.status === 400 ? 'invalid_request' : 'conflict';
    return new ServiceError(code, message, details, { reason: this.reason, retryAfterSeconds });
  }
}

/** Declares a refusal: `refusal('seat_taken', 'The member already has a seat in the cohort.')`. */
export function refusal(reason: string, text: string, status: Status = 409): DeclaredRefusal {
  return new DeclaredRefusal(reason, text, status);
}

/** The refusals of a resource in one of the statuses: `program_archived`. */
export function refusedIn(noun: string, statuses: readonly string[], status: Status = 409): DeclaredRefusal[] {
  return statuses.map((one) => inStatus(noun, one, status));
}

/** Refused in every status but the allowed ones. */
export function refusedUnless(
  noun: string,
  allowed: readonly string[],
  statuses: readonly string[],
  status: Status = 409,
): DeclaredRefusal[] {
  return refusedIn(
    noun,
    statuses.filter((one) => !allowed.includes(one)),
    status,
  );
}

/** The error for a resource whose present status does not allow the write. */
export function wrongStatus(noun: string, present: string, message?: string, status: Status = 409): ServiceError {
  return inStatus(noun, present, status).error(message);
}

/** Throws the refusal, with a detail for `revision`, where somebody has changed what a write read. */
export function checkRevision({ refused, present, sent }: { refused: DeclaredRefusal; present: number; sent: number }) {
  if (present === sent) return;
  throw refused.error(refused.text, { details: [{ field: 'revision', issue: `must be ${present}` }] });
}

/** Refused by every write in these cases, without a declaration of its own. */
export const locked = refusal(
  'locked',
  'The resource is locked by a concurrent request. Retry with the same Idempotency-Key.',
);
export const keyReused = refusal('idempotency_key_reused', 'The Idempotency-Key was used for a different intention.');
export const resultErased = refusal('result_erased', 'The first result was erased.');
export const itemsRefused = refusal('items_refused', 'Items were refused, which `details` names.');
export const tooManyEvents = refusal('too_many_events', 'The change would record too many events.');
export const eventTooLarge = refusal('event_too_large', 'The event of the change would be too large.', 400);
export const COMMON_REFUSALS = [locked, keyReused, resultErased, itemsRefused, tooManyEvents, eventTooLarge];

function inStatus(noun: string, present: string, status: Status): DeclaredRefusal {
  const reason = `${noun}_${present}`.toLowerCase().replaceAll(/[ -]/g, '_');
  return new DeclaredRefusal(reason, `The ${noun} is ${present.replaceAll('_', ' ')}.`, status, true);
}
