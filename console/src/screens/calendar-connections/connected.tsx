import { ApiError } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { broughtConsent, forgetConsent, type Consent } from '../../api/consent.js';
import { keys } from '../../api/keys.js';
import { say } from '../../api/messages.js';
import { useSession } from '../../api/session.js';
import { calendarConnections } from '../../strings/calendar-connections.js';
import { LinkButton } from '../../ui/link.js';
import { Screen } from '../../ui/screen.js';
import { Failed, Loading } from '../../ui/states.js';

const t = calendarConnections.back;
const CONNECTIONS = '/calendar-connections';

/** The page to which Google and Microsoft lead back. What they granted is confirmed with the key of whoever is signed in. */
export default function Connected() {
  const [consent] = useState(broughtConsent);
  if (consent === null) return <Ended says={`${t.nothing} ${t.next}`} />;
  const { grant } = consent;
  if (grant === null) return <Ended says={`${t.denied} ${t.next}`} />;
  return <Confirming consent={consent} grant={grant} />;
}

/** Sent under one key: that it is sent again changes nothing. */
function Confirming({ consent: { connectionId, idempotencyKey }, grant }: { consent: Consent; grant: string }) {
  const { client } = useSession();
  const [, navigate] = useLocation();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let isShown = true;
    const path = { calendarConnectionId: connectionId };
    const to = '/me/calendar-connections/{calendarConnectionId}/confirm';
    client.post(to, { path, body: { grant }, idempotencyKey }).then(
      () => {
        forgetConsent();
        if (!isShown) return;
        say(t.confirmed);
        navigate(CONNECTIONS, { replace: true });
      },
      (error: unknown) => {
        if (!isShown) return;
        if (error instanceof ApiError && error.status === 401) keys.expire();
        else setFailure(error);
      },
    );
    return () => {
      isShown = false;
    };
  }, [client, navigate, attempt, connectionId, grant, idempotencyKey]);
  if (failure === null) {
    return (
      <Screen title={t.title}>
        <Loading />
      </Screen>
    );
  }
  const says = refusalOf(failure);
  if (says !== undefined) return <Ended says={says} />;
  const again = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return (
    <Screen title={t.title}>
      <Failed error={failure} onRetry={again} />
    </Screen>
  );
}

/** Why nothing comes of it; undefined where that is not known. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 403) return calendarConnections.notByThisKey;
  if (error.status === 404) return t.notYours;
  if (error.status === 400 || error.reason === 'grant_not_usable') return `${t.tooLate} ${t.next}`;
  return error.status === 409 && error.retryAfter === undefined ? `${t.settled} ${t.next}` : undefined;
}

function Ended({ says }: { says: string }) {
  return (
    <Screen title={t.title} actions={<LinkButton to={CONNECTIONS}>{t.toConnections}</LinkButton>}>
      <Text role="alert">{says}</Text>
    </Screen>
  );
}
