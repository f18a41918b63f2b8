import { ApiError, type Schemas } from '@delivery-service/client';
import { useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { clientOf, SignedIn, useStoredKey, type SignedOut } from './api/session.js';
import { Screens } from './screens.js';
import { Shell } from './shell.js';
import { SignIn } from './sign-in.js';
import { Failed, Loading } from './ui/states.js';

/** Nobody is signed in, or somebody is. */
export function App() {
  const { apiKey, signedOut, keep, forget } = useStoredKey();
  const [known, setKnown] = useState<Schemas['Me'] | null>(null);
  if (apiKey === null) {
    const onSignIn = (key: string, me: Schemas['Me']): void => {
      setKnown(me);
      keep(key);
    };
    return <SignIn signedOut={signedOut} onSignIn={onSignIn} />;
  }
  const onSignOut = (why: SignedOut): void => {
    setKnown(null);
    forget(why);
  };
  return <Console key={apiKey} apiKey={apiKey} known={known} onSignOut={onSignOut} />;
}

interface ConsoleProps {
  apiKey: string;
  known: Schemas['Me'] | null;
  onSignOut: (why: SignedOut) => void;
}

function Console({ apiKey, known, onSignOut }: ConsoleProps) {
  const client = useMemo(() => clientOf(apiKey), [apiKey]);
  const [me, setMe] = useState(known);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [leave] = useState(() => onSignOut);
  useEffect(() => {
    if (me) return undefined;
    const abort = new AbortController();
    client.get('/me', { signal: abort.signal }).then(
      ({ data }) => setMe(data),
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        if (failure instanceof ApiError && failure.status === 401) leave({ reason: 'expired', unknown: [] });
        else setError(failure);
      },
    );
    return () => abort.abort();
  }, [client, me, attempt, leave]);

  const retry = (): void => {
    setError(null);
    setAttempt(attempt + 1);
  };
  if (error !== null) return <Failed error={error} onRetry={retry} />;
  if (!me) return <Loading />;
  return (
    <SignedIn client={client} me={me} onMe={setMe} onSignOut={leave}>
      <Router base="/console">
        <Shell>
          <Screens />
        </Shell>
      </Router>
    </SignedIn>
  );
}
