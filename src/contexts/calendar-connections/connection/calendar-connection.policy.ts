import { isAdministrator } from '#kernel/access';
import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';

const findMember = connectionTables
  .statement(
    'find_member_of_calendar_connection',
    { id: 'uuid' },
    'select member_id as member from calendar_connections where organization_id = :organization and id = :id',
  )
  .returning<{ member: string }>();

/** The path names a connection of the caller's own. */
export const ownConnection: TargetPolicy = {
  notFound: "The calendar connection does not exist, or is not the caller's own.",
  authorize: (scope, id) => authorize(scope, id, { byAdministrator: false }),
};

/** The path names a connection of the caller's own; any one for OWNER and ADMIN. */
export const visibleConnection: TargetPolicy = {
  notFound:
    "The calendar connection does not exist in the organization, or is not the caller's own, who is neither OWNER nor ADMIN.",
  authorize: (scope, id) => authorize(scope, id, { byAdministrator: true }),
};

async function authorize(scope: Scope, id: string, { byAdministrator }: { byAdministrator: boolean }): Promise<void> {
  const { caller } = scope;
  const [connection] = await scope.query(findMember, { id });
  const isReached = connection?.member === caller.memberId || (byAdministrator && isAdministrator(caller));
  if (!connection || !isReached) throw notFound();
}
