import type { Schemas } from '@delivery-service/client';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { calendarConnections as t } from '../../strings/calendar-connections.js';
import { PageLink } from '../../ui/link.js';
import { Instant, Status } from '../../ui/value.js';

type Connection = Schemas['CalendarConnection'];

/** So long one may take to agree at Google or Microsoft. */
const CONSENT_MS = 10 * 60_000;

interface StateProps {
  connection: Connection;
  isOwn: boolean;
}

/** How a connection stands: what is wrong with it, since when, what comes of it, and what to do. */
export function State({ connection, isOwn }: StateProps) {
  const { status, failure } = connection;
  return (
    <>
      <Status value={status} />
      {failure === null ? (
        <Pending connection={connection} isOwn={isOwn} />
      ) : (
        <Failure connection={connection} failure={failure} isOwn={isOwn} />
      )}
      <Consequence connection={connection} isOwn={isOwn} />
    </>
  );
}

function Pending({ connection: { status, provider, createdAt }, isOwn }: StateProps) {
  if (status !== 'pending') return null;
  if (provider === 'caldav') return <Line>{t.states.checking}</Line>;
  if (isOver(createdAt)) return <Line>{isOwn ? t.states.own.unfinished : t.states.other.unfinished}</Line>;
  return <Line>{isOwn ? t.states.own.consenting : t.states.other.consenting}</Line>;
}

/** What is wrong; what to do is said to whose it is. */
function Failure({ connection, failure, isOwn }: StateProps & { failure: Schemas['ConnectionFailure'] }) {
  const { status, provider } = connection;
  const { reason, since, attempts } = failure;
  const isOver = status === 'revoked' || (status === 'pending' && reason === 'consent_missing');
  return (
    <>
      <div className="problem">
        {t.failures[reason]} {isOwn && t.whatToDo[reason]}
      </div>
      <Line>
        {t.since} <Instant iso={since} />, {t.attempts(attempts)}.{' '}
        {status === 'revoked' ? isOwn && t.refusedNext[provider] : !isOver && t.again}
      </Line>
    </>
  );
}

/** Nothing is offered of whoever may be busy: that of selected calendars which cannot be read is not known. */
function Consequence({ connection: { status, calendars, lastReadAt }, isOwn }: StateProps) {
  const { me } = useSession();
  const isUnknown = status === 'failing' || status === 'revoked';
  if (!isUnknown || lastReadAt === null || (calendars !== null && !calendars.some(({ selected }) => selected)))
    return null;
  if (!isOwn) return <Line>{t.states.withheldOf}</Line>;
  return (
    <Line>
      {t.states.withheld} <PageLink to={`/bookings/availability/${me.member.id}`}>{t.availability}</PageLink>
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <div className="dimmed">{children}</div>;
}

function isOver(createdAt: string): boolean {
  return Date.now() - Date.parse(createdAt) > CONSENT_MS;
}
