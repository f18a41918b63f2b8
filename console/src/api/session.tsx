import { ApiError, DeliveryClient, type Schemas } from '@delivery-service/client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import { clearMessages, sayStale } from './messages.js';
import { Writes, type Declared } from './writes.js';

/** Where the API key is, until the tab is closed or one signs out. It is nowhere else. */
const STORED_KEY = 'delivery-console.api-key';

/** What a request may take before a person is told: the client repeats it until then. */
const RETRY = { maxAttempts: 3, maxElapsedMs: 15_000, attemptTimeoutMs: 20_000 };

export interface Session {
  client: DeliveryClient;
  me: Schemas['Me'];
  /** Reads who one is again, after a change of what it shows. */
  readMe: () => void;
  writes: Writes<Declared, unknown>;
  /** Asks first where the outcome of a write is unknown. */
  signOut: () => void;
}

/** Why nobody is signed in: the service no longer accepts the key, or there is none. */
export interface SignedOut {
  reason: 'none' | 'expired';
  /** The writes that may have been carried out. */
  unknown: readonly string[];
}

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
  const [signedOut, setSignedOut] = useState<SignedOut>({ reason: 'none', unknown: [] });
  const keep = useCallback((key: string) => {
    sessionStorage.setItem(STORED_KEY, key);
    setApiKey(key);
  }, []);
  const forget = useCallback((why: SignedOut) => {
    sessionStorage.removeItem(STORED_KEY);
    setSignedOut(why);
    setApiKey(null);
  }, []);
  return { apiKey, signedOut, keep, forget };
}

interface SignedInProps {
  client: DeliveryClient;
  me: Schemas['Me'];
  onMe: (me: Schemas['Me']) => void;
  onSignOut: (why: SignedOut) => void;
  children: ReactNode;
}

/** What was read is kept for one session: signing out forgets it, and the messages. */
export function SignedIn({ client, me, onMe, onSignOut, children }: SignedInProps) {
  const { queries, writes, signOut } = useMemo(() => {
    const writes = new Writes(client);
    const leave = (reason: SignedOut['reason']): void => {
      const unknown = writes.unknown();
      writes.end();
      queries.clear();
      clearMessages();
      onSignOut({ reason, unknown });
    };
    const onError = (error: Error, { state }: { state: { data: unknown } }): void => {
      if (error instanceof ApiError && error.status === 401) leave('expired');
      else if (state.data !== undefined) sayStale();
    };
    const queries = new QueryClient({
      queryCache: new QueryCache({ onError }),
      // The client repeats requests itself.
      defaultOptions: { queries: { retry: false, networkMode: 'always' } },
    });
    const signOut = (): void => {
      const unknown = writes.unknown();
      if (unknown.length === 0 || window.confirm(strings.write.leave(unknown))) leave('none');
    };
    return { queries, writes, signOut };
  }, [client, onSignOut]);
  const session = useMemo(() => {
    // What could not be read stays as it was.
    const readMe = () => void client.get('/me').then(({ data }) => onMe(data), sayStale);
    return { client, me, readMe, writes, signOut };
  }, [client, me, onMe, writes, signOut]);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}
