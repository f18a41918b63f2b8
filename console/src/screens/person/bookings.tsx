import { useList } from '../../api/reads.js';
import { bookings as t } from '../../strings/bookings.js';
import { Paged, Table } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { WriteAction } from '../../ui/write-action.js';
import { BookingTable, slotField } from '../bookings/booking-table.js';

interface BookingsProps {
  enrollmentId: string;
  zone: string;
}

/** What somebody has booked, and what can be booked for them. */
export function Bookings({ enrollmentId, zone }: BookingsProps) {
  const booked = useList('/bookings', { query: { enrollmentId, limit: 50 } });
  const types = useList('/booking-types', { query: { enrollmentId, limit: 50 } });
  return (
    <>
      <Section title={t.ofPerson}>
        <BookingTable label={t.ofPerson} list={booked} empty={t.noneOfPerson} isOfPerson />
      </Section>
      <Section title={t.bookable}>
        <Paged list={types} empty={t.notBookable}>
          {(items) => (
            <Table
              label={t.bookable}
              items={items.filter(({ status }) => status === 'active')}
              idOf={({ id }) => id}
              columns={[
                { header: t.types.name, cell: ({ name }) => name },
                { header: t.types.duration, cell: ({ durationMinutes }) => durationMinutes },
                {
                  header: t.actions,
                  cell: ({ id, name, durationMinutes }) => (
                    <WriteAction
                      label={t.book}
                      about={t.bookAbout(name, durationMinutes)}
                      fields={{ startsAt: slotField({ bookingTypeId: id, enrollmentId, zone }) }}
                      to="POST /booking-types/{bookingTypeId}/bookings"
                      path={{ bookingTypeId: id }}
                      which={enrollmentId}
                      body={(body) => ({ ...body, enrollmentId })}
                      done={t.booked}
                    />
                  ),
                },
              ]}
            />
          )}
        </Paged>
      </Section>
    </>
  );
}
