import { anyMember } from '#contexts/identity/identity.public.js';
import { everyMember, isAdministrator, isOrganizationDirector } from '#kernel/access';
import { notFound } from '#kernel/errors';
import { declareRead, type TargetPolicy } from '#kernel/operations';
import { BusyNotKnown, BusyQuery, BusyTimes } from './busy.dto.js';

/** The path names a member: themselves, any one for OWNER, ADMIN and an organization-scoped program_director. */
const memberWithTimes: TargetPolicy = {
  notFound:
    'The member does not exist in the organization, or is not the caller, who is neither OWNER, ADMIN nor an ' +
    'organization-scoped program_director.',
  authorize: async (scope, id) => {
    const { caller } = scope;
    const seesAll = isAdministrator(caller) || isOrganizationDirector(caller);
    if (!seesAll && id !== caller.memberId) throw notFound();
    await anyMember.authorize(scope, id);
  },
};

export const readBusy = declareRead({
  name: 'read_busy',
  path: '/members/:memberId/busy',
  tag: 'Calendar connections',
  summary: 'Read when a member is busy',
  description:
    'Bookings and sales calls of the member, and the times that selected calendars take; nothing else of them.',
  access: everyMember,
  credentials: ['api_key', 'sign_in'],
  target: memberWithTimes,
  query: BusyQuery,
  response: BusyTimes,
  otherResponse: BusyNotKnown,
  refusals: { 400: 'from or to is missing or invalid, or the period is too long.' },
});
