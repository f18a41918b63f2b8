import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { instantOf, viewerZone, wallClock } from '../../dates.js';
import { bookings as t } from '../../strings/bookings.js';
import { LinkButton } from '../../ui/link.js';
import { Filter } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { BookingTable } from './booking-table.js';
import { BookingTypes } from './booking-types.js';

const VIEWS = ['upcoming', 'past', 'cancelled'] as const;
type View = (typeof VIEWS)[number];

const DAY_MS = 86_400_000;
/** What is past is shown from this many days ago on. */
const PAST_DAYS = 30;

/** Who is booked when, and what can be booked. */
export default function Bookings() {
  const { me } = useSession();
  const { isCoach, isAdministrator } = accessOf(me);
  const [view, setView] = useState<View>('upcoming');
  const [isMine, setIsMine] = useState(false);
  const [now] = useState(() => new Date().toISOString());
  const [since, setSince] = useState(() => dayBefore(now));
  const from = instantOf(viewerZone, `${since}T00:00`) ?? now;
  const times = {
    upcoming: { from: now, status: 'booked' },
    past: { from, to: now },
    cancelled: { status: 'cancelled' },
  };
  const host = isMine && { hostMemberId: me.member.id };
  const query = { limit: 50, ...(times[view] as { from?: string; to?: string; status?: 'booked' }), ...host };
  const list = useList('/bookings', { query });
  return (
    <Screen
      title={t.title}
      actions={isCoach && <LinkButton to={`/bookings/availability/${me.member.id}`}>{t.availability.own}</LinkButton>}
    >
      <div className="filters">
        <Filter label={t.filter} values={VIEWS} value={view} nameOf={(name) => t.filters[name]} onChange={setView} />
        {view === 'past' && (
          <TextInput
            type="date"
            label={t.since}
            value={since}
            max={now.slice(0, 10)}
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
        )}
        {isCoach && (
          <Switch label={t.mine} checked={isMine} onChange={({ currentTarget }) => setIsMine(currentTarget.checked)} />
        )}
      </div>
      <BookingTable label={t.title} list={list} empty={t.empty[view]} />
      {(isCoach || isAdministrator) && <BookingTypes />}
    </Screen>
  );
}

function dayBefore(now: string): string {
  return wallClock(viewerZone, new Date(Date.parse(now) - PAST_DAYS * DAY_MS).toISOString()).slice(0, 10);
}
