/** The traces of a person's calendars, with what becomes of them in an erasure. */
export const ERASED_TIMES = [
  {
    table: 'external_busy',
    where: 't.member_id = any(:members::uuid[])',
    removed: true,
    why: 'Times in calendars of the person.',
  },
  {
    table: 'external_objects',
    where: `t.connection_id in (
      select c.id from calendar_connections c
      where c.organization_id = :organization and c.member_id = any(:members::uuid[]))`,
    removed: true,
    why: 'Digests of entries in calendars of the person.',
  },
  {
    table: 'calendar_connections',
    where: 't.member_id = any(:members::uuid[])',
    texts: ['label'],
    set: {
      ...{
        calendars: `'[]'`,
        url: 'null',
        username: 'null',
        return_url: 'null',
        own_calendar: 'null',
        next_at: 'null',
      },
      ...{ secrets: 'null', verifier: 'null', grant_code: 'null', hook_hash: 'null', status: `'disconnected'` },
      ...{ version: 't.version + 1', disconnected_at: 'coalesce(t.disconnected_at, :now)' },
    },
    why: 'The connections of a former member are disconnected; their secrets are destroyed.',
  },
] as const;
