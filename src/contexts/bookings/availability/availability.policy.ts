import { administratorsAndCoaches, allows, isAdministrator, type Caller } from '#kernel/access';
import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import { anyMember } from '#contexts/identity/identity.public.js';

/** Bookings name learners, whom a closer does not read. */
export const readsBookings = (caller: Caller): boolean => allows(administratorsAndCoaches, caller);

/** The path names a member: any for OWNER and ADMIN, themselves for a coach or a closer. */
export const ownCalendar: TargetPolicy = {
  notFound: 'The member does not exist in the organization, or is not the caller, who is neither OWNER nor ADMIN.',
  authorize: async (scope, id) => {
    const { caller } = scope;
    if (!isAdministrator(caller) && id !== caller.memberId) throw notFound();
    await anyMember.authorize(scope, id);
  },
};
