import { isAdministrator } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { calendarTables } from './calendars.tables.js';

const findMember = calendarTables
  .statement(
    'find_member_of_calendar_feed',
    { id: 'uuid' },
    'select member_id as member from calendar_feeds where organization_id = :organization and id = :id',
  )
  .returning<{ member: string }>();

/** A URL outlives a session. Throws 403. */
export function refuseSession({ caller }: Scope): void {
  if (caller.session) throw forbidden('A session key makes and shows no calendar feeds.');
}

/** The path names a feed of the caller's own. */
export const ownFeed: TargetPolicy = {
  notFound: "The calendar feed does not exist, or is not the caller's own.",
  authorize: (scope, id) => authorize(scope, id, { byAdministrator: false }),
};

/** The path names a feed of the caller's own; any one for OWNER and ADMIN. */
export const revocableFeed: TargetPolicy = {
  notFound:
    "The calendar feed does not exist in the organization, or is not the caller's own, who is neither OWNER nor ADMIN.",
  authorize: (scope, id) => authorize(scope, id, { byAdministrator: true }),
};

async function authorize(scope: Scope, id: string, { byAdministrator }: { byAdministrator: boolean }): Promise<void> {
  refuseSession(scope);
  const { caller } = scope;
  const [feed] = await scope.query(findMember, { id });
  const isReached = feed?.member === caller.memberId || (byAdministrator && isAdministrator(caller));
  if (!feed || !isReached) throw notFound();
}
