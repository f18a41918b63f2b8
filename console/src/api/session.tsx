import { ApiError, DeliveryClient, type Schemas } from '@delivery-service/client';
import { notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { strings } from '../strings.js';

/** Where the API key is, until the tab is closed or one signs out. It is nowhere else. */
const STORED_KEY = 'delivery-console.api-key';

/** What a request may take before a person is told: the client repeats it until then. */
const RETRY = { maxAttempts: 3, maxElapsedMs: 15_000, attemptTimeoutMs: 20_000 };

/** One message, however many reads have failed: what is shown is older than it should be. */
const STALE = { id: 'stale', color: 'orange', closeButtonProps: { 'aria-label': strings.common.closeMessage } };

export interface Session {
  client: DeliveryClient;
  me: Schemas['Me'];
  signOut: () => void;
}

/** Why nobody is signed in: the service no longer accepts the key, or there is none. */
export type SignedOut = { reason: 'none' | 'expired' };

const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Only inside of `SignedIn`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('There is no session.');
  return session;
}

export function clientOf(apiKey: string): DeliveryClient {
  return new DeliveryClient({ url: window.location.origin, apiKey, retry: RETRY, fetch: readingOwnWrites() });
}

/** Where the service reads from a standby, reads name the last write, which their answers then include. */
function readingOwnWrites(): typeof fetch {
  let token: string | null = null;
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (token !== null && init?.method === 'GET') headers.set('Consistency-Token', token);
    const response = await fetch(input, { ...init, headers });
    token = response.headers.get('consistency-token') ?? token;
    return response;
  };
}

export function useStoredKey() {
  const [apiKey, setApiKey] = useState(() => sessionStorage.getItem(STORED_KEY));
  const [reason, setReason] = useState<SignedOut['reason']>('none');
  const keep = useCallback((key: string) => {
    sessionStorage.setItem(STORED_KEY, key);
    setApiKey(key);
  }, []);
  const forget = useCallback((why: SignedOut['reason']) => {
    sessionStorage.removeItem(STORED_KEY);
    setReason(why);
    setApiKey(null);
  }, []);
  return { apiKey, reason, keep, forget };
}

interface SignedInProps {
  client: DeliveryClient;
  me: Schemas['Me'];
  onSignOut: (why: SignedOut['reason']) => void;
  children: ReactNode;
}

/** What was read is kept for one session: signing out forgets it. */
export function SignedIn({ client, me, onSignOut, children }: SignedInProps) {
  const queries = useMemo(() => {
    const onError = (error: Error, { state }: { state: { data: unknown } }): void => {
      if (error instanceof ApiError && error.status === 401) onSignOut('expired');
      else if (state.data !== undefined) notifications.show({ ...STALE, message: strings.errors.stale });
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      // The client repeats requests itself.
      defaultOptions: { queries: { retry: false, networkMode: 'always' } },
    });
  }, [onSignOut]);
  const session = useMemo(
    () => ({
      client,
      me,
      signOut: () => {
        queries.clear();
        onSignOut('none');
      },
    }),
    [client, me, onSignOut, queries],
  );
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}
