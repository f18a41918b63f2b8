import { invalidField } from '#kernel/errors';
import type { Change } from '#kernel/persistence';
import type { CalendarConnectionEntity } from '../rows/calendar-connection.entity.js';

/** Throws 400 for a calendar that the account does not have. */
export function selection(
  { calendars, lastReadAt }: CalendarConnectionEntity,
  ids: readonly string[],
): Change<CalendarConnectionEntity> {
  const listed = new Set(calendars.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !listed.has(id));
  if (unknown >= 0)
    throw invalidField('selectedCalendarIds', 'each item must be the id of a calendar of the connection');
  const isNew = calendars.some(({ id, selected }) => !selected && ids.includes(id));
  return {
    calendars: calendars.map((one) => {
      const selected = ids.includes(one.id);
      return { ...one, selected, syncToken: selected && one.selected ? one.syncToken : null };
    }),
    // Until it was read, the times of a calendar are not known.
    lastReadAt: isNew ? null : lastReadAt,
  };
}
