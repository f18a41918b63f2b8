import { ApiError, DeliveryClient, type Schemas } from '@delivery-service/client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import type { SignedIn as SignedInNow } from './doors.js';
import { keys, type KeyHolder } from './keys.js';
import { clearMessages, sayStale } from './messages.js';
import { Writes, type Declared } from './writes.js';

/** What a request may take before a person is told: the client repeats it until then. */
const RETRY = { maxAttempts: 3, maxElapsedMs: 15_000, attemptTimeoutMs: 20_000 };

/** How long signing out waits for the service. */
const SIGN_OUT_MS = 5_000;

type SignInMethod = NonNullable<Schemas['Me']['signIn']>['method'];

export interface Session {
  client: DeliveryClient;
  me: Schemas['Me'];
  /** Reads who one is again, after a change of what it shows. */
  readMe: () => void;
  writes: Writes<Declared, unknown>;
  /** Asks first where the outcome of a write is unknown, and ends the sign-in on the service. */
  signOut: () => Promise<void>;
  /** Goes on with a new sign-in of the same member; the older one ends. One of somebody else ends instead, and is false. */
  renew: (signedIn: SignedInNow, method: SignInMethod) => boolean;
}

const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Only inside of `SignedIn`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('There is no session.');
  return session;
}

export function clientOf(holder: KeyHolder): DeliveryClient {
  return new DeliveryClient({ url: window.location.origin, retry: RETRY, fetch: readingOwnWrites(withKeyOf(holder)) });
}

/** Each attempt has the key of its time: what a sign-in that was replaced meanwhile is refused is asked again. */
function withKeyOf(holder: KeyHolder): typeof fetch {
  const send = (input: RequestInfo | URL, init: RequestInit | undefined, key: string) => {
    const headers = new Headers(init?.headers);
    headers.set('x-api-key', key);
    return fetch(input, { ...init, headers });
  };
  return async (input, init) => {
    const { key } = holder;
    const response = await send(input, init, key);
    return response.status === 401 && holder.key !== key ? send(input, init, holder.key) : response;
  };
}

/** Where the service reads from a standby, reads name the last write, which their answers then include. */
function readingOwnWrites(send: typeof fetch): typeof fetch {
  let token: string | null = null;
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (token !== null && init?.method === 'GET') headers.set('Consistency-Token', token);
    const response = await send(input, { ...init, headers });
    token = response.headers.get('consistency-token') ?? token;
    return response;
  };
}

/** Ends a sign-in with a key of its own. Whether the service was told. */
async function endOnService(client: DeliveryClient, signInId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(SIGN_OUT_MS);
  try {
    await client.post('/me/sign-ins/{signInId}/end', { path: { signInId }, signal });
    return true;
  } catch (error) {
    // It had ended before.
    return error instanceof ApiError && (error.status === 401 || error.status === 409);
  }
}

interface SignedInProps {
  client: DeliveryClient;
  me: Schemas['Me'];
  onMe: (me: Schemas['Me']) => void;
  children: ReactNode;
}

/** What was read is kept for one session: signing out forgets it, and the messages. */
export function SignedIn({ client, me, onMe, children }: SignedInProps) {
  const { queries, writes, ended } = useMemo(() => {
    const writes = new Writes(client);
    const onError = (error: Error, { state }: { state: { data: unknown } }): void => {
      if (error instanceof ApiError && error.status === 401) keys.expire();
      else if (state.data !== undefined) sayStale();
    };
    const queries = new QueryClient({
      queryCache: new QueryCache({ onError }),
      // The client repeats requests itself.
      defaultOptions: { queries: { retry: false, networkMode: 'always' } },
    });
    const ended = (): readonly string[] => {
      const unknown = writes.unknown();
      writes.end();
      queries.clear();
      clearMessages();
      return unknown;
    };
    return { queries, writes, ended };
  }, [client]);
  const session = useMemo(() => {
    // What could not be read stays as it was.
    const readMe = () => void client.get('/me').then(({ data }) => onMe(data), sayStale);
    const signOut = async (): Promise<void> => {
      const unknown = writes.unknown();
      if (unknown.length > 0 && !window.confirm(strings.write.leave(unknown))) return;
      const isTold = me.signIn === null || (await endOnService(client, me.signIn.id));
      keys.end(isTold ? 'none' : 'not_ended');
    };
    const renew = (signedIn: SignedInNow, method: SignInMethod): boolean => {
      const { key, signInId, expiresAt } = signedIn;
      const isOwn = signedIn.member.id === me.member.id && signedIn.organization.id === me.organization.id;
      if (!isOwn) {
        void endOnService(clientOf({ key }), signInId);
        return false;
      }
      const older = me.signIn?.id;
      onMe({ ...me, signIn: { id: signInId, method, expiresAt, recent: true } });
      keys.renew(key);
      if (older !== undefined) void endOnService(client, older);
      return true;
    };
    return { client, me, readMe, writes, signOut, renew };
  }, [client, me, onMe, writes]);
  const latest = useRef(session);
  useEffect(() => {
    latest.current = session;
  });
  useEffect(() => keys.use({ ended, renewed: () => latest.current.readMe() }), [ended]);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}
