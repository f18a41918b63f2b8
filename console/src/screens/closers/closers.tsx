import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { closers as t } from '../../strings/closers.js';
import { LinkButton } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Screen } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { Results } from './results.js';
import { SetCloser, SetOwnHours } from './closer-actions.js';

type Closer = Schemas['Closer'];

/** Who sells: a closer sees themselves. */
export default function Closers() {
  const { isAdministrator, isCoach } = accessOf(useSession().me);
  const list = useList('/closers', { query: { limit: 50 } });
  return (
    <Screen title={t.title} about={t.about}>
      <List
        label={t.title}
        list={list}
        idOf={({ memberId }) => memberId}
        empty={t.empty}
        columns={[
          ...COLUMNS,
          {
            header: strings.common.actions,
            cell: (closer) => (
              <Group gap="xs">
                <SetCloser closer={closer} />
                {isAdministrator || isCoach ? (
                  <LinkButton
                    to={`/bookings/availability/${closer.memberId}`}
                    aria-label={t.hoursOf(closer.memberName)}
                  >
                    {t.hours}
                  </LinkButton>
                ) : (
                  <SetOwnHours memberId={closer.memberId} />
                )}
              </Group>
            ),
          },
        ]}
      />
      <Results />
    </Screen>
  );
}

const COLUMNS: Column<Closer>[] = [
  { header: t.closer, cell: ({ memberName }) => <strong>{memberName}</strong> },
  { header: t.sells, cell: (closer) => <Scopes closer={closer} /> },
  {
    header: t.turns,
    cell: ({ receiving, share, lastTurnAt }) => (
      <>
        {receiving ? t.shareOf(share) : <span className="alarming">{t.paused}</span>}
        {lastTurnAt !== null && (
          <div className="dimmed">
            {t.lastTurn} <Instant iso={lastTurnAt} />
          </div>
        )}
      </>
    ),
  },
  {
    header: t.open,
    isNumber: true,
    cell: ({ openProspects, maxOpen }) => (maxOpen === null ? openProspects : t.openOf(openProspects, maxOpen)),
  },
  {
    header: t.calls,
    cell: ({ bufferMinutes, minNoticeHours, joinUrl }) => (
      <>
        {t.callsOf(bufferMinutes, minNoticeHours)}
        {joinUrl !== null && (
          <div className="small">
            <OutsideLink url={joinUrl} />
          </div>
        )}
      </>
    ),
  },
];

/** What they sell: the programs by their names, for whoever may read them. */
function Scopes({ closer: { scopes } }: { closer: Closer }) {
  const { readsPrograms } = accessOf(useSession().me);
  const programIds = scopes.flatMap(({ programId }) => programId ?? []);
  if (scopes.some(({ scope }) => scope === 'organization')) return t.everything;
  if (!readsPrograms) return t.programs(programIds.length);
  return programIds.map((programId) => (
    <div key={programId}>
      <ProgramLink programId={programId} />
    </div>
  ));
}
