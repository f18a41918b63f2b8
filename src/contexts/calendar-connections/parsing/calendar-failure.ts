/** Why a calendar could not be read or written. */
export const CALENDAR_FAILURES = [
  'refused',
  'consent_missing',
  'dns_blocked',
  'connect_failed',
  'tls_failed',
  'timeout',
  'throttled',
  'bad_response',
  'too_large',
  'secret_unreadable',
] as const;
export type CalendarFailureReason = (typeof CALENDAR_FAILURES)[number];

/** A failed request. It carries nothing of the request or the answer, so that it can be logged. */
export class CalendarFailure extends Error {
  override readonly name = 'CalendarFailure';

  constructor(
    readonly reason: CalendarFailureReason,
    /** The wait that the server has asked for. */
    readonly retryAfterMs = 0,
  ) {
    super(reason);
  }
}

/** The calendar that the connection made is not there any more. */
export class OwnCalendarGone extends CalendarFailure {
  constructor() {
    super('bad_response');
  }
}
