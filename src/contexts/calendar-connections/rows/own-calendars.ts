import { Injectable } from '@nestjs/common';
import { Database } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import type { CalendarClient } from '../provider/port.js';
import { findConnection } from './due-connections.js';

/** Where another worker was faster, or the connection has ended, nothing changes. */
export const storeOwnCalendar = connectionTables.statement(
  'store_own_calendar_of_calendar_connection',
  { id: 'uuid', before: 'text', own: 'text' },
  `update calendar_connections set own_calendar = :own
   where organization_id = :organization and id = :id and own_calendar is not distinct from :before
     and (:own::text is null or status <> 'disconnected')`,
);

/** The calendars that connections make. */
@Injectable()
export class OwnCalendars {
  constructor(private readonly database: Database) {}

  /** Makes the calendar of a connection. Null where it was disconnected meanwhile: then the calendar is removed again. */
  async make(organizationId: string, id: string, client: CalendarClient): Promise<string | null> {
    const own = await client.makeCalendar(id);
    const present = await this.database.inTenant(organizationId, async (tenant) => {
      if ((await tenant.execute(storeOwnCalendar, { id, before: null, own })) > 0) return own;
      const [row] = await tenant.query(findConnection, { id });
      return row?.ownCalendar;
    });
    // The other job may have made it at the same time.
    if (present === own) return own;
    await client.removeCalendar(own);
    return null;
  }
}
