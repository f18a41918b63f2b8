import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { bookings } from '../../strings/bookings.js';
import { LinkButton } from '../../ui/link.js';
import { Table } from '../../ui/list.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { Day } from '../../ui/value.js';
import { shownWindow, type Window } from '../../ui/windows.js';
import { RemoveDate, SetDate, SetHours, SetUnknown, SetZone } from './availability-actions.js';

const t = bookings.availability;

/** When somebody can be booked: one's own availability, or that of a coach for administrators. */
export default function Availability({ memberId }: { memberId: string }) {
  const { me } = useSession();
  const isOwn = memberId === me.member.id;
  const query = useRead('/members/{memberId}/availability', { path: { memberId } });
  const availability = query.data;
  if (!availability) return <PendingScreen title={isOwn ? t.own : t.title} query={query} />;
  const { timezone, updatedAt } = availability;
  const about = (
    <>
      {t.about(timezone)} {updatedAt === null && t.unset}
    </>
  );
  const shared = {
    about,
    actions: <SetZone availability={availability} />,
    children: <Hours availability={availability} />,
  };
  if (isOwn || !accessOf(me).isAdministrator) return <Screen title={t.own} {...shared} />;
  return <OfMember memberId={memberId} {...shared} />;
}

type ScreenParts = Omit<Parameters<typeof Screen>[0], 'title'>;

function OfMember({ memberId, ...parts }: ScreenParts & { memberId: string }) {
  const query = useRead('/members/{memberId}', { path: { memberId } });
  if (!query.data) return <PendingScreen title={t.title} query={query} />;
  return <Screen title={t.of(query.data.name)} {...parts} />;
}

function Hours({ availability }: { availability: Schemas['Availability'] }) {
  const { weekly, exceptions } = availability;
  const dates = [...exceptions].sort((one, other) => one.date.localeCompare(other.date));
  return (
    <>
      <Section title={t.weekly} actions={<SetHours availability={availability} days={[]} label={t.set} />}>
        <Table
          label={t.weekly}
          items={t.days.map((name, at) => ({ name, weekday: at + 1 }))}
          idOf={({ name }) => name}
          columns={[
            { header: t.day, cell: ({ name }) => <strong>{name}</strong> },
            {
              header: t.hours,
              cell: ({ weekday }) => <Shown windows={weekly.filter((window) => window.weekday === weekday)} />,
            },
            {
              header: bookings.actions,
              cell: ({ name, weekday }) => (
                <SetHours availability={availability} days={[weekday]} label={t.changeDay(name)} />
              ),
            },
          ]}
        />
      </Section>
      <Section title={t.exceptions} hint={t.exceptionsHint} actions={<SetDate availability={availability} />}>
        {dates.length === 0 ? (
          <Empty>{t.noExceptions}</Empty>
        ) : (
          <Table
            label={t.exceptions}
            items={dates}
            idOf={({ date }) => date}
            columns={[
              { header: t.date, cell: ({ date }) => <Day iso={date} /> },
              { header: t.hours, cell: ({ windows }) => <Shown windows={windows} /> },
              { header: bookings.actions, cell: ({ date }) => <RemoveDate availability={availability} date={date} /> },
            ]}
          />
        )}
      </Section>
      <ConnectedCalendars availability={availability} />
    </>
  );
}

/** What is offered while it is not known when calendars elsewhere take time. */
function ConnectedCalendars({ availability }: { availability: Schemas['Availability'] }) {
  const { me } = useSession();
  const { memberId, whenUnknown } = availability;
  return (
    <Section
      title={t.calendars}
      actions={
        <>
          {accessOf(me).connectsCalendars && <LinkButton to="/calendar-connections">{t.connections}</LinkButton>}
          <LinkButton to={`/bookings/busy/${memberId}`}>{bookings.busy.link}</LinkButton>
          <SetUnknown availability={availability} />
        </>
      }
    >
      <Text>{t.whenUnknown[whenUnknown]}</Text>
    </Section>
  );
}

function Shown({ windows }: { windows: readonly Window[] }) {
  if (windows.length === 0) return <span className="dimmed">{t.noHours}</span>;
  const ordered = [...windows].sort((one, other) => one.from.localeCompare(other.from));
  return ordered.map(shownWindow).join(', ');
}
