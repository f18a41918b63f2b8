import type { ExternalTimes } from '../calendar/external-times.js';
import type { SlotPage } from './booking.dto.js';
import { hostCalendar } from './booking.operations.js';

export function shownExternal(external: ExternalTimes): SlotPage['external'] {
  return external.measured ? { measured: true, asOf: external.asOf.toISOString() } : external;
}

/** The host's own calendar leaves the time; one outside takes it, or may. */
export function takenOutside() {
  return hostCalendar.error(undefined, { details: [{ field: 'startsAt', issue: 'host_calendar' }] });
}
