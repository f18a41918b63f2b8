import { calendarObject } from '#contexts/calendars/calendars.public.js';
import type { MirrorEntry } from './port.js';

/** The iCalendar object of an entry. */
export function entryDocument({ uid, title, joinUrl, startsAt, endsAt, sequence, changedAt }: MirrorEntry): string {
  return calendarObject({
    ...{ uid, sequence, changedAt, startsAt, endsAt, summary: title, description: '', url: joinUrl },
    ...{ isCancelled: false, isFree: false },
  });
}
