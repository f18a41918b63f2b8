import { ApiError, type Schemas } from '@delivery-service/client';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { takeArrival } from './api/arrival.js';
import { keys, useKeys, type KeyHolder } from './api/keys.js';
import { clientOf, SignedIn } from './api/session.js';
import { Screens } from './screens.js';
import { Shell } from './shell.js';
import { Boundary } from './ui/boundary.js';
import { HintHost } from './ui/hint.js';
import { Failed, Loading } from './ui/states.js';

const SignIn = lazy(() => import('./sign-in/sign-in.js'));
const Join = lazy(() => import('./sign-in/join.js'));
const Returned = lazy(() => import('./sign-in/returned.js'));

const arrived = takeArrival();
const isAsked = arrived ? Promise.resolve() : keys.askOthers();

/** Nobody is signed in, or somebody is, or is about to be. */
export function App() {
  return (
    <Boundary>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
      <HintHost />
    </Boundary>
  );
}

function Page() {
  const { holder, signedOut } = useKeys();
  const [arrival, setArrival] = useState(arrived);
  const [hasAsked, setHasAsked] = useState(arrived !== null || holder !== null);
  useEffect(() => void isAsked.then(() => setHasAsked(true)), []);
  const goOn = (path: string): void => {
    window.history.replaceState(null, '', path);
    setArrival(null);
  };
  if (arrival?.is === 'invited') return <Join token={arrival.token} onDone={goOn} />;
  if (arrival?.is === 'returned') return <Returned arrival={arrival} onDone={goOn} />;
  if (holder) return <Console key={numberOf(holder)} holder={holder} />;
  return hasAsked ? <SignIn signedOut={signedOut} /> : <Loading />;
}

const numbers = new WeakMap<KeyHolder, number>();
let latest = 0;

/** Another session is another console. */
function numberOf(holder: KeyHolder): number {
  const number = numbers.get(holder) ?? (latest += 1);
  numbers.set(holder, number);
  return number;
}

function Console({ holder }: { holder: KeyHolder }) {
  const client = useMemo(() => clientOf(holder), [holder]);
  const [me, setMe] = useState<Schemas['Me'] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (me) return undefined;
    const abort = new AbortController();
    client.get('/me', { signal: abort.signal }).then(
      ({ data }) => setMe(data),
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        if (failure instanceof ApiError && failure.status === 401) keys.expire();
        else setError(failure);
      },
    );
    return () => abort.abort();
  }, [client, me, attempt]);

  const retry = (): void => {
    setError(null);
    setAttempt(attempt + 1);
  };
  if (error !== null) return <Failed error={error} onRetry={retry} />;
  if (!me) return <Loading />;
  return (
    <SignedIn client={client} me={me} onMe={setMe}>
      <Router base="/console">
        <Shell>
          <Screens />
        </Shell>
      </Router>
    </SignedIn>
  );
}
