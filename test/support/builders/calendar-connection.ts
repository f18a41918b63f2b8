import { ConnectionSecrets } from '../../../src/contexts/calendar-connections/rows/connection-secrets.js';
import type { Row, Tenant } from '../tenant.js';

/** An active connection with a CalDAV server, by default the owner's, with one calendar that was read now. */
export async function calendarConnection(
  school: Tenant,
  { password = 'secret', ...row }: Row & { password?: string } = {},
): Promise<string> {
  const now = school.app.now();
  const calendars = [{ id: 'https://dav.example/ada/work/', name: 'Work', selected: true, syncToken: null }];
  const id = await school.insert('calendar_connections', {
    ...{ member_id: school.owner.memberId, provider: 'caldav', label: 'Work', status: 'active', failure_attempts: 0 },
    ...{ calendars: JSON.stringify(calendars), write_bookings: false, unreadable: 0, is_state_used: false, version: 1 },
    ...{ url: 'https://dav.example/', username: 'ada', secrets: '\\x00', last_read_at: now, read_all_at: now },
    ...{ created_by: school.owner.accountId, created_at: now, updated_at: now },
    ...row,
  });
  // Encrypted for the row, whose id is known by now.
  const secrets = school.app.nest.get(ConnectionSecrets, { strict: false });
  await school.rows(
    'update calendar_connections set secrets = $3 where organization_id = $1 and id = $2 and secrets is not null',
    id,
    secrets.sealPassword({ organizationId: school.id, id }, password),
  );
  return id;
}

/** A time that a calendar of a member takes. */
export function externalBusy(
  school: Tenant,
  connection: string,
  member: string,
  [from, to]: [Date, Date],
): Promise<string> {
  return school.insert('external_busy', {
    ...{
      connection_id: connection,
      member_id: member,
      calendar_key: 'calendar',
      object_key: `object at ${from.getTime()}`,
    },
    ...{ starts_at: from, ends_at: to },
  });
}
