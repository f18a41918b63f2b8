import { rowLimit, type UnitOfWork } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import { connectionLimit, MAX_CONNECTIONS } from './calendar-connection.operations.js';

// A count under this lock sees every connection of an earlier write.
const lockMember = connectionTables.statement(
  'lock_member_of_calendar_connections',
  { id: 'uuid' },
  'select 1 from members where organization_id = :organization and id = :id for no key update',
);

const limitConnections = rowLimit(connectionTables, 'calendar_connections', {
  of: 'member_id',
  where: "status <> 'disconnected'",
  most: MAX_CONNECTIONS,
  refused: connectionLimit,
});

/** Locks the member. Throws 409 where another connection would be too many. */
export async function checkLimit(uow: UnitOfWork, memberId: string): Promise<void> {
  await uow.query(lockMember, { id: memberId });
  await limitConnections(uow, memberId);
}
