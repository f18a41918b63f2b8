import { MAY_ACT, OF_PERSON, refusalOfUnseen } from '#contexts/enrollments/enrollments.public.js';
import { isAdministrator } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { bookingTables } from '../bookings.tables.js';

/** The tables of `OFFERED`: an enrollment, its cohort, and the host of the booking type `t`. */
const OFFER = (type: string) => `enrollments e
  join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
  join members m on m.organization_id = e.organization_id and m.id = ${type}.host_member_id
  where e.organization_id = :organization
    and (${type}.cohort_id is null or ${type}.cohort_id = e.cohort_id)
    and (${type}.program_id is null or ${type}.program_id = c.program_id)
    and ${MAY_ACT}`;

/** SQL condition: the booking type `item` is offered to an enrollment, by its cohort or program, and the host reaches it. */
export const OFFERED_TO_ENROLLMENT = `exists (select 1 from ${OFFER('item')} and e.id = :enrollmentId)`;

/** SQL condition: it is active and offered to an enrollment of the person that is not over. */
export const OFFERED_TO_PERSON = `item.status = 'active' and exists (
  select 1 from ${OFFER('item')} and e.status in ('pending', 'active', 'paused') and ${OF_PERSON})`;

const findOffer = bookingTables.statement(
  'find_offer_of_booking_type',
  { id: 'uuid', enrollment: 'uuid' },
  `select 1 from booking_types t
   where t.organization_id = :organization and t.id = :id
     and exists (select 1 from ${OFFER('t')} and e.id = :enrollment)`,
);

/** Whether the booking type is for the enrollment's cohort and program, and its host reaches it. */
export async function isOffered(scope: Scope, id: string, enrollment: string): Promise<boolean> {
  return (await scope.query(findOffer, { id, enrollment })).length > 0;
}

/** Throws 404 unless the booking type is offered to the enrollment. */
export async function checkOffered(scope: Scope, id: string, enrollment: string): Promise<void> {
  if (!(await isOffered(scope, id, enrollment))) throw notFound();
}

const findHost = bookingTables
  .statement(
    'find_host_of_booking_type',
    { id: 'uuid' },
    'select host_member_id as host from booking_types where organization_id = :organization and id = :id',
  )
  .returning<{ host: string }>();

/** The path names a booking type; to whom it is offered is checked with the enrollment. */
export const anyBookingType: TargetPolicy = {
  notFound: 'The booking type does not exist in the organization, or is not offered to the enrollment.',
  authorize: async (scope, id) => {
    if ((await scope.query(findHost, { id })).length === 0) throw await refusalOfUnseen(scope);
  },
};

/** The path names a booking type, which all staff may list: that of another host is refused with 403 to a coach. */
export const ownBookingType: TargetPolicy = {
  notFound: 'The booking type does not exist in the organization.',
  authorize: async (scope, id) => {
    const { caller } = scope;
    const [type] = await scope.query(findHost, { id });
    if (!type) throw notFound();
    if (!isAdministrator(caller) && type.host !== caller.memberId)
      throw forbidden('Requires OWNER, ADMIN, or its host.');
  },
};
