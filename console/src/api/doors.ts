import { ApiError, ConnectionError, type Schemas } from '@delivery-service/client';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

const LONGEST_MS = 20_000;

/** Somebody has signed in: the key that acts for them, and how many other passkeys they have. */
export interface SignedIn {
  key: string;
  signInId: string;
  expiresAt: string;
  member: { id: string; name: string; role: Schemas['Member']['role'] };
  organization: { id: string; name: string };
  otherPasskeys: number;
}

/** Whom an invitation is for. */
export interface Invited {
  organization: { id: string; name: string };
  member: { id: string; name: string };
  expiresAt: string;
  methods: ('passkey' | 'identity_provider')[];
  passkey: PublicKeyCredentialCreationOptionsJSON | null;
}

interface Doors {
  'passkeys/options': { body: object; data: { options: PublicKeyCredentialRequestOptionsJSON } };
  passkeys: { body: { assertion: AuthenticationResponseJSON }; data: SignedIn };
  'invitations/options': { body: { token: string }; data: Invited };
  invitations: { body: { token: string; passkey: RegistrationResponseJSON; label?: string }; data: SignedIn };
  'identity/start': {
    body: { organization?: string; invitation?: string; challenge: string; fresh?: boolean };
    data: { authorizationUrl: string };
  };
  'identity/finish': {
    body: { code: string; state: string; secret: string; redirectUri: string; iss?: string };
    data: SignedIn;
  };
}

interface Envelope {
  success?: boolean;
  data?: unknown;
  code?: ApiError['code'];
  message?: string;
  details?: ApiError['details'];
  correlationId?: string;
}

/** Asks one of the requests that need no key. It is sent once: a proof that got no answer may have been used up. */
export async function door<Name extends keyof Doors>(
  name: Name,
  body: Doors[Name]['body'],
): Promise<Doors[Name]['data']> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/sign-in/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new ConnectionError(1, undefined, error);
  }
  const answer = parsed(text);
  if (response.ok && answer.success === true) return answer.data as Doors[Name]['data'];
  throw failureOf(response, answer);
}

function failureOf({ status, headers }: Response, { code, message, details, correlationId }: Envelope): ApiError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    code: code ?? 'unexpected_response',
    reason: undefined,
    status,
    message: message ?? `The answer, with status ${status}, does not have the format of the service.`,
    details: details ?? [],
    correlationId,
    retryAfter: Number.isNaN(seconds) ? undefined : seconds,
    idempotencyKey: undefined,
    lostAttempts: 0,
  });
}

function parsed(text: string): Envelope {
  try {
    return (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
