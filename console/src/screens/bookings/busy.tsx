import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { dayIn, viewerZone } from '../../dates.js';
import { bookings } from '../../strings/bookings.js';
import { Table } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { FirstDayInput, useFirstDay } from '../../ui/slot-select.js';
import { Empty, Loaded } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';

const t = bookings.busy;
const DAYS = 14;

interface BusyProps {
  memberId: string;
}

/** When somebody is busy, and nothing else of it: oneself, and any coach for administrators and directors. */
export default function Busy({ memberId }: BusyProps) {
  const { me } = useSession();
  if (memberId === me.member.id) return <Times memberId={memberId} title={t.own} />;
  return accessOf(me).isAdministrator ? (
    <OfMember memberId={memberId} />
  ) : (
    <Times memberId={memberId} title={t.title} />
  );
}

/** Only administrators may read members. */
function OfMember({ memberId }: BusyProps) {
  const { data } = useRead('/members/{memberId}', { path: { memberId } });
  return <Times memberId={memberId} title={data ? t.of(data.name) : t.title} />;
}

function Times({ memberId, title }: BusyProps & { title: string }) {
  const first = useFirstDay(viewerZone, DAYS);
  const { from, to } = first;
  const query = useRead('/members/{memberId}/busy', { path: { memberId }, query: { from, to } });
  return (
    <Screen title={title} about={t.about}>
      <div className="filters">
        <FirstDayInput first={first} disabled={false} onChange={() => undefined} />
      </div>
      <Loaded query={query}>
        {(busy) =>
          busy.measured ? (
            <Periods busy={busy} none={t.none(DAYS, dayIn(viewerZone, from))} />
          ) : (
            <Empty>{t.unknown[busy.reason]}</Empty>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Periods({ busy: { items, asOf }, none }: { busy: Schemas['BusyTimes']; none: string }) {
  return (
    <>
      <p className="dimmed">
        {t.asOf} <Instant iso={asOf} />.
      </p>
      {items.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <Table
          label={t.title}
          items={items}
          idOf={({ startsAt }) => startsAt}
          columns={[
            { header: t.from, cell: ({ startsAt }) => <Instant iso={startsAt} /> },
            { header: t.until, cell: ({ endsAt }) => <Instant iso={endsAt} /> },
          ]}
        />
      )}
    </>
  );
}
