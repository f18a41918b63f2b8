import { ApiError, type Schemas } from '@delivery-service/client';
import { Alert } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { calendarConnections as t } from '../../strings/calendar-connections.js';
import { strings } from '../../strings/common.js';
import { List } from '../../ui/list.js';
import { MemberLink } from '../../ui/resource-link.js';
import { Screen } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { Connect, ConnectionActions } from './connection-actions.js';
import { State } from './state.js';

type Connection = Schemas['CalendarConnection'];

/** How often the list is read again while the service signs in somewhere, and how often otherwise. */
const OFTEN_MS = 2_000;
const SELDOM_MS = 30_000;
/** So long after a change it may still do so. */
const SETTLED_MS = 60_000;
/** How long a reading takes: with its end, the connection changes. */
const READING_MS = 5_000;

/** The calendars that one has connected; for administrators those of everybody. */
export default function CalendarConnections() {
  const { me } = useSession();
  const { isAdministrator, connectsCalendars } = accessOf(me);
  const isOwn = ({ memberId }: Connection) => memberId === me.member.id;
  const isUnderWay = (one: Connection) => mayChange(one) && (one.failure === null || isOwn(one));
  const every = (items?: Connection[]) => (items?.some(isUnderWay) ? OFTEN_MS : SELDOM_MS);
  const list = useList('/calendar-connections', { query: { limit: 50 } }, { every });
  const whose = { header: t.member, cell: ({ memberId }: Connection) => <MemberLink memberId={memberId} /> };
  // Every member reads their own: a refusal is about the key.
  if (list.error instanceof ApiError && list.error.status === 403) {
    return (
      <Screen title={t.title}>
        <Alert color="gray">{t.notByThisKey}</Alert>
      </Screen>
    );
  }
  return (
    <Screen title={t.title} about={isAdministrator ? t.aboutAll : t.about} actions={connectsCalendars && <Connect />}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.calendar, cell: (connection) => <What connection={connection} /> },
          ...(isAdministrator ? [whose] : []),
          {
            header: strings.common.status,
            cell: (connection) => <State connection={connection} isOwn={isOwn(connection)} />,
          },
          { header: t.calendars, cell: (connection) => <Selected connection={connection} /> },
          { header: t.lastRead, cell: (connection) => <LastRead connection={connection} /> },
          {
            header: strings.common.actions,
            cell: (connection) => <ConnectionActions connection={connection} isOwn={isOwn(connection)} />,
          },
        ]}
      />
    </Screen>
  );
}

/** Whether the service may be about to sign in there, or to read what was chosen: it was changed since it was last read. */
function mayChange({ status, lastReadAt, updatedAt }: Connection): boolean {
  const changed = Date.parse(updatedAt);
  const isRead = lastReadAt !== null && Date.parse(lastReadAt) >= changed - READING_MS;
  return status !== 'disconnected' && !isRead && Date.now() - changed < SETTLED_MS;
}

function What({ connection: { label, provider, writeBookings } }: { connection: Connection }) {
  return (
    <>
      <strong className="text">{label}</strong>
      <div className="dimmed">{t.providers[provider]}</div>
      {writeBookings && <div className="dimmed">{t.writes}</div>}
    </>
  );
}

function Selected({ connection: { calendars, status } }: { connection: Connection }) {
  if (status === 'disconnected') return strings.common.none;
  if (calendars === null) return <span className="dimmed">{t.notShown}</span>;
  const selected = calendars.filter((one) => one.selected);
  // Before the first reading it is not known which there are.
  if (calendars.length === 0) return status === 'active' ? t.noneThere : strings.common.none;
  if (selected.length === 0) return t.noneSelected;
  return (
    <ul className="plain-list text">
      {selected.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}

function LastRead({ connection: { lastReadAt, unreadable, status } }: { connection: Connection }) {
  if (status === 'disconnected') return strings.common.none;
  return (
    <>
      {lastReadAt === null ? t.notRead : <Instant iso={lastReadAt} />}
      {unreadable > 0 && <div className="dimmed">{t.unreadable(unreadable)}</div>}
    </>
  );
}
