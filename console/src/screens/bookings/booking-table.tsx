import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { bookings as t } from '../../strings/bookings.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Booking = Schemas['Booking'];

interface BookingTableProps {
  label: string;
  list: Parameters<typeof List<Booking>>[0]['list'];
  empty: string;
  /** They are all of one person, who is named elsewhere. */
  isOfPerson?: boolean;
}

/** Bookings, each at its time in the zone of its host, with what can be done with it. */
export function BookingTable({ label, list, empty, isOfPerson = false }: BookingTableProps) {
  const person: Column<Booking> = {
    header: t.person,
    cell: ({ enrollmentId, memberName }) => (
      <PageLink to={`/enrollments/${enrollmentId}?part=coaching`}>{memberName}</PageLink>
    ),
  };
  return (
    <List
      label={label}
      list={list}
      idOf={({ id }) => id}
      empty={empty}
      columns={[
        {
          header: t.when,
          cell: ({ startsAt, timezone, joinUrl, status }) => (
            <>
              <Instant iso={startsAt} zone={timezone} />
              {joinUrl !== null && status === 'booked' && (
                <div className="small">
                  <OutsideLink url={joinUrl} />
                </div>
              )}
            </>
          ),
        },
        ...(isOfPerson ? [] : [person]),
        { header: t.host, cell: ({ hostName }) => hostName },
        {
          header: t.status,
          cell: ({ status, cancelReason, externalConflict }) => (
            <>
              <Status value={status} />
              {cancelReason !== null && <div className="dimmed text">{cancelReason}</div>}
              {externalConflict !== null && status === 'booked' && (
                <div className="problem">
                  {t.clash} <Instant iso={externalConflict.foundAt} />.
                </div>
              )}
            </>
          ),
        },
        { header: t.actions, cell: (booking) => <BookingActions booking={booking} /> },
      ]}
    />
  );
}

function BookingActions({ booking }: { booking: Booking }) {
  if (booking.status !== 'booked') return null;
  const { bookingTypeId, enrollmentId, timezone, memberName } = booking;
  const path = { bookingId: booking.id };
  return (
    <Group gap="xs">
      <WriteAction
        label={t.move}
        about={t.moveAbout}
        fields={{ startsAt: slotField({ bookingTypeId, enrollmentId, zone: timezone }) }}
        to="POST /bookings/{bookingId}/reschedule"
        path={path}
        done={t.moved}
      />
      <WriteAction
        label={t.cancel}
        about={t.cancelAbout(memberName)}
        fields={{ reason: { kind: 'longText', label: t.reason, isOptional: true } }}
        to="POST /bookings/{bookingId}/cancel"
        path={path}
        done={t.cancelled}
        isDanger
      />
    </Group>
  );
}

/** A time that the service offers now. */
export function slotField(bookable: { bookingTypeId: string; enrollmentId: string; zone: string }) {
  return { kind: 'slot', label: t.slot, hint: t.slotHint(bookable.zone), bookable } as const;
}
