import {
  confirmCalendarConnection,
  createCalendarConnection,
  disconnectCalendar,
  updateCalendarConnection,
} from '#contexts/calendar-connections/connection/calendar-connection.operations.js';
import { ConnectionSecrets } from '#contexts/calendar-connections/rows/connection-secrets.js';
import { sample, type Sample } from '../conformance/sample.js';
import type { School } from '../support/school.js';

/** A connection whose member has consented, and the grant that the browser brought. */
export async function grantedConnection(school: School): Promise<{ id: string; grant: string }> {
  const secrets = school.app.nest.get(ConnectionSecrets, { strict: false });
  const id = await school.calendarConnection({
    member_id: school.owner.memberId,
    ...{ provider: 'google', status: 'pending', url: null, username: null, secrets: null, calendars: '[]' },
    ...{
      return_url: 'https://learn.example.com/calendars',
      is_state_used: true,
      last_read_at: null,
      read_all_at: null,
    },
    authorization_until: new Date(school.app.now().getTime() + 600_000),
  });
  await school.rows(
    'update calendar_connections set verifier = $3 where organization_id = $1 and id = $2',
    id,
    secrets.seal({ organizationId: school.id, id }, 'verifier', 'a verifier'),
  );
  return { id, grant: secrets.grantText(school.id, { connectionId: id, code: 'a code' }) };
}

export const calendarConnectionsSamples: Sample[] = [
  sample(createCalendarConnection, () =>
    Promise.resolve({
      body: {
        ...{ label: 'Work', provider: 'caldav', writeBookings: true },
        ...{ url: 'https://dav.example.com/', username: 'ada', password: 'app-specific' },
      },
    }),
  ),
  sample(confirmCalendarConnection, async (school) => {
    const { id, grant } = await grantedConnection(school);
    return { params: [id], body: { grant } };
  }),
  sample(updateCalendarConnection, async (school) => ({
    params: [await school.calendarConnection({ member_id: school.owner.memberId })],
    body: {
      ...{ label: 'Private', selectedCalendarIds: ['https://dav.example/ada/work/'], writeBookings: true },
      password: 'another one',
    },
  })),
  sample(disconnectCalendar, async (school) => ({
    params: [await school.calendarConnection({ member_id: school.owner.memberId })],
    body: {},
  })),
];
