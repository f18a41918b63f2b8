import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { programs } from '../../strings/programs.js';
import { List } from '../../ui/list.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { AttendanceAction } from './attendance-action.js';
import { Recorded } from './recorded.js';

const t = programs.live;

type Session = Schemas['LiveSession'];

/** Of how many sessions, the latest that have begun, the attendance is read with the list. */
const READ_AT_ONCE = 3;

interface LiveSessionsProps {
  cohort: Schemas['Cohort'];
  isDirector: boolean;
  /** Whoever may record attendance. */
  isStaff: boolean;
}

/** The live sessions that a cohort is invited to. */
export function LiveSessions({ cohort, isDirector, isStaff }: LiveSessionsProps) {
  const list = useList('/live-sessions', { query: { cohortId: cohort.id, limit: 50 } });
  const zone = cohort.timezone;
  const now = useNow();
  const begun = list.items
    .filter(({ status, startsAt }) => status === 'scheduled' && Date.parse(startsAt) <= now)
    .map(({ id }) => id);
  const latest = begun.slice(-READ_AT_ONCE);
  const create = (
    <WriteAction
      label={t.create}
      which={cohort.id}
      fields={{
        title: { kind: 'text', label: t.name },
        startsAt: { kind: 'instant', label: t.startsAt, zone },
        endsAt: { kind: 'instant', label: t.endsAt, zone },
        joinUrl: { kind: 'url', label: t.joinUrl, isOptional: true },
      }}
      to="POST /live-sessions"
      body={(body) => ({ ...body, timezone: zone, cohortIds: [cohort.id] })}
      done={t.created}
    />
  );
  return (
    <Section title={t.title} actions={isDirector && create}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.none}
        columns={[
          { header: t.name, value: ({ title }) => title, cell: ({ title }) => title },
          {
            header: t.startsAt,
            value: ({ startsAt }) => startsAt,
            cell: ({ startsAt }) => <Instant iso={startsAt} zone={zone} />,
          },
          {
            header: t.joinUrl,
            value: ({ joinUrl }) => joinUrl,
            cell: ({ joinUrl }) => (joinUrl === null ? t.noJoinUrl : <OutsideLink url={joinUrl} />),
          },
          ...(isStaff
            ? [
                {
                  header: t.recordedOf,
                  cell: (session: Session) =>
                    begun.includes(session.id) ? (
                      <Recorded session={session} isReadAtOnce={latest.includes(session.id)} />
                    ) : (
                      t.notStarted
                    ),
                },
              ]
            : []),
          {
            header: strings.common.status,
            cell: (session) => (
              <Group gap="xs">
                <Status
                  value={session.status === 'scheduled' && begun.includes(session.id) ? t.past : session.status}
                />
                {session.status === 'scheduled' && Date.parse(session.startsAt) <= now && isStaff && (
                  <AttendanceAction session={session} cohortId={cohort.id} />
                )}
                {session.status === 'scheduled' && Date.parse(session.startsAt) > now && isDirector && (
                  <>
                    <JoinLink session={session} />
                    <Reschedule session={session} zone={zone} />
                    <Cancel session={session} />
                  </>
                )}
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

const MINUTE_MS = 60_000;

/** The present instant, anew each minute: a page may be open when a session begins. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Reschedule({ session, zone }: { session: Schemas['LiveSession']; zone: string }) {
  return (
    <EditAction
      label={t.reschedule}
      submit={t.reschedule}
      about={session.title}
      fields={({ startsAt, endsAt }) => ({
        startsAt: { kind: 'instant', label: t.startsAt, zone, initial: startsAt },
        endsAt: { kind: 'instant', label: t.endsAt, zone, initial: endsAt },
      })}
      to="PATCH /live-sessions/{liveSessionId}"
      path={{ liveSessionId: session.id }}
      done={t.rescheduled}
    />
  );
}

function JoinLink({ session }: { session: Session }) {
  return (
    <EditAction
      label={t.editJoinUrl}
      about={session.title}
      fields={({ joinUrl }) => ({ joinUrl: { kind: 'url', label: t.joinUrl, initial: joinUrl, isNullable: true } })}
      to="PATCH /live-sessions/{liveSessionId}"
      path={{ liveSessionId: session.id }}
      done={t.joinUrlChanged}
    />
  );
}

function Cancel({ session }: { session: Schemas['LiveSession'] }) {
  return (
    <WriteAction
      label={t.cancel}
      about={session.title}
      to="POST /live-sessions/{liveSessionId}/cancel"
      path={{ liveSessionId: session.id }}
      done={t.cancelled}
      isDanger
    />
  );
}
