import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useSession } from '../../api/session.js';
import { dayIn } from '../../dates.js';
import { bookings } from '../../strings/bookings.js';
import { PageLink } from '../../ui/link.js';
import { Instant } from '../../ui/value.js';
import { textOf, windowsOf } from '../../ui/windows.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { ZONES } from '../../ui/zones.js';

const t = bookings.availability;

const TO = 'PUT /members/{memberId}/availability';
/** Short texts, which the inputs hold; the service counts from Monday. */
const WEEKDAYS = t.days.map((label, at) => ({ value: String(at + 1), label }));

const UNKNOWN = (['withhold', 'offer'] as const).map((value) => ({ value, label: t.unknownChoices[value] }));

type Availability = Schemas['Availability'];
interface AvailabilityProps {
  availability: Availability;
}

/** The API takes all of it: a change is applied to what there is when it is sent. */
function useWhole({ memberId }: Availability) {
  const { client } = useSession();
  const path = { memberId };
  const whole = async (change: (latest: Availability) => Partial<Schemas['SetAvailabilityRequest']>) => {
    const { data } = await client.get('/members/{memberId}/availability', { path });
    const { timezone, weekly, exceptions, whenUnknown } = data;
    return { timezone, weekly, exceptions, whenUnknown, ...change(data) };
  };
  return { whole, shared: { to: TO, path, done: t.changed, outcome: conflicts } as const };
}

/** Bookings that no longer fit; nothing where all do. */
function conflicts({ conflicting }: Schemas['ChangedAvailability']) {
  if (conflicting.length === 0) return null;
  return (
    <>
      <Text>{t.conflicting(conflicting.length)}</Text>
      <ul className="details">
        {conflicting.map(({ id, enrollmentId, memberName, startsAt, timezone }) => (
          <li key={id}>
            <Instant iso={startsAt} zone={timezone} />,{' '}
            <PageLink to={`/enrollments/${enrollmentId}?part=coaching`} underline="always">
              {memberName}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sets the hours of weekdays; of one, it begins with those that there are. */
export function SetHours({
  availability,
  days,
  label,
}: AvailabilityProps & { days: readonly number[]; label: string }) {
  const { shared } = useWhole(availability);
  return (
    <EditAction
      {...shared}
      label={label}
      about={t.setAbout}
      fields={({ weekly }) => ({
        days: { kind: 'choices', label: t.onDays, options: WEEKDAYS, initial: days.map(String) },
        weekly: {
          kind: 'windows',
          label: t.hours,
          hint: t.hoursHint,
          initial: weekly.filter(({ weekday }) => days.includes(weekday)).map(textOf),
        },
      })}
      together={[['days', 'weekly']]}
      body={({ days: chosen = [], weekly = [] }, { timezone, weekly: before, exceptions, whenUnknown }) => ({
        timezone,
        exceptions,
        whenUnknown,
        weekly: [
          ...before.filter(({ weekday }) => !chosen.includes(String(weekday))),
          ...chosen.flatMap((day) => windowsOf(weekly).map((window) => ({ ...window, weekday: Number(day) }))),
        ],
      })}
    />
  );
}

export function SetZone({ availability }: AvailabilityProps) {
  const { shared } = useWhole(availability);
  return (
    <EditAction
      {...shared}
      label={t.setZone}
      about={t.setZoneAbout}
      fields={(current) => ({
        timezone: { kind: 'choice', label: t.zone, options: ZONES, initial: current.timezone },
      })}
      body={({ timezone }, { weekly, exceptions, whenUnknown, timezone: before }) => ({
        whenUnknown,
        timezone: timezone ?? before,
        weekly,
        exceptions,
      })}
    />
  );
}

/** Whether times are offered while it is not known when connected calendars take them. */
export function SetUnknown({ availability }: AvailabilityProps) {
  const { shared } = useWhole(availability);
  return (
    <EditAction
      {...shared}
      label={t.setUnknown}
      about={t.setUnknownAbout}
      fields={(current) => ({
        whenUnknown: { kind: 'choice', label: t.unknown, options: UNKNOWN, initial: current.whenUnknown },
      })}
      body={({ whenUnknown }, { timezone, weekly, exceptions, whenUnknown: before }) => ({
        timezone,
        weekly,
        exceptions,
        whenUnknown: whenUnknown ?? before,
      })}
    />
  );
}

/** Other hours on a date, or none. Those that the date has are replaced. */
export function SetDate({ availability }: AvailabilityProps) {
  const { whole, shared } = useWhole(availability);
  return (
    <WriteAction
      {...shared}
      label={t.setDate}
      about={t.setDateAbout}
      fields={{
        date: { kind: 'day', label: t.date },
        exceptions: { kind: 'windows', label: t.hours },
      }}
      body={({ date, exceptions }) =>
        whole((latest) => ({
          exceptions: [
            ...latest.exceptions.filter((other) => other.date !== date),
            { date, windows: windowsOf(exceptions) },
          ],
        }))
      }
    />
  );
}

export function RemoveDate({ availability, date }: AvailabilityProps & { date: string }) {
  const { whole, shared } = useWhole(availability);
  return (
    <WriteAction
      {...shared}
      label={t.remove}
      which={date}
      about={t.removeAbout(dayIn('UTC', date))}
      body={() => whole((latest) => ({ exceptions: latest.exceptions.filter((other) => other.date !== date) }))}
    />
  );
}
