import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Arrival } from '../api/arrival.js';
import type { SignedIn } from '../api/doors.js';
import { finishIdentity, takePending, type Pending } from '../api/identity.js';
import { keys } from '../api/keys.js';
import { returned as t, signIn } from '../strings/sign-in.js';
import { SignInError } from '../ui/sign-in-error.js';
import { Loading } from '../ui/states.js';
import { Frame } from './frame.js';
import { JOINED } from './joined.js';

interface ReturnedProps {
  arrival: Arrival & { is: 'returned' };
  onDone: (path: string) => void;
}

type Outcome =
  | { is: 'signed in'; returnTo: string }
  | { is: 'proved' }
  | { is: 'failed'; says: string | null; error: unknown; isWindow: boolean };

/** The page that the identity provider leads back to. A code is used once: what comes of it is kept, however often the page renders. */
let outcome: Promise<Outcome> | undefined;

export default function Returned({ arrival, onDone }: ReturnedProps) {
  const [found, setFound] = useState<Outcome | null>(null);
  const [goOn] = useState(() => onDone);
  useEffect(() => {
    outcome ??= finish(arrival);
    void outcome.then((reached) => {
      if (reached.is === 'signed in') goOn(reached.returnTo);
      else setFound(reached);
    });
  }, [arrival, goOn]);
  if (!found || found.is === 'signed in') return <Loading />;
  if (found.is === 'proved') {
    return (
      <Frame title={t.title} heading={t.title}>
        <Text>{t.proved}</Text>
      </Frame>
    );
  }
  return (
    <Frame title={t.failed} heading={t.failed}>
      {found.says === null ? <SignInError error={found.error} refused={t.refused} /> : <Text>{found.says}</Text>}
      {found.isWindow ? (
        <Text>{t.closeWindow}</Text>
      ) : (
        <Button className="button" variant="default" onClick={() => goOn('/console')}>
          {signIn.toSignIn}
        </Button>
      )}
    </Frame>
  );
}

async function finish({ code, state, iss, error, redirectUri }: ReturnedProps['arrival']): Promise<Outcome> {
  const pending = takePending();
  const isWindow = pending?.provesFor !== undefined;
  const failed = (says: string | null, failure: unknown = null): Outcome => ({
    is: 'failed',
    says,
    error: failure,
    isWindow,
  });
  if (error !== null) return failed(error === 'access_denied' ? t.denied : t.provider(nameOf(error)));
  if (!pending || code === null || state === null) return failed(t.notFromHere);
  try {
    const signedIn = await finishIdentity({ code, state, iss, redirectUri }, pending);
    return pending.provesFor === undefined ? enter(signedIn, pending) : report(signedIn, pending.provesFor);
  } catch (failure) {
    return failed(null, failure);
  }
}

function enter({ key, otherPasskeys }: SignedIn, { returnTo, joins }: Pending): Outcome {
  keys.keep(key);
  return { is: 'signed in', returnTo: joins && otherPasskeys > 0 ? JOINED : returnTo };
}

/** The page that asked for the proof goes on with it; this window was opened for it alone. */
function report(signedIn: SignedIn, to: string): Outcome {
  keys.tabs.tell({ is: 'proved', to, signedIn });
  window.close();
  return { is: 'proved' };
}

/** A code of the provider, and no text that somebody may have put into the address. */
function nameOf(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : '?';
}
