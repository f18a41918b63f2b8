import { ProofFailure } from './proof-failure.js';
import type { SignInState } from './sign-in-state.js';
import type { EmailClaims } from './verified-email.js';

const CLOCK_TOLERANCE_MS = 60_000;
const MAX_SUBJECT_LENGTH = 255;
/** Subjects are ASCII by their specification; a text that no column can hold would end in a 500. */
const SUBJECT = /^[\x20-\x7e]+$/;

/** The person that a valid ID token names. */
export interface AuthorizedPerson {
  subject: string;
  email: EmailClaims;
  /** When they last proved who they are; null where the provider does not tell. */
  provedAt: Date | null;
}

export interface ProvenPerson extends AuthorizedPerson {
  /** The claims of UserInfo, of the same subject. Throws `ProofFailure`. */
  userInfo(): Promise<EmailClaims>;
}

interface Claims extends EmailClaims {
  sub: string;
  iat: number;
  auth_time?: unknown;
}

/** Checks what the library leaves open: that the token was issued during the sign-in, and a subject that can be stored. */
export function authorizedPerson(
  claims: Claims | undefined,
  { startedAt }: Pick<SignInState, 'startedAt'>,
  now: Date,
): AuthorizedPerson {
  if (!claims) throw new ProofFailure('no_id_token');
  const { sub: subject, iat, email, email_verified, hd, auth_time: provedAt } = claims;
  const issuedAt = iat * 1_000;
  if (!(issuedAt >= startedAt - CLOCK_TOLERANCE_MS && issuedAt <= now.getTime() + CLOCK_TOLERANCE_MS)) {
    throw new ProofFailure('issued_at_other_time');
  }
  if (!SUBJECT.test(subject) || subject.length > MAX_SUBJECT_LENGTH) throw new ProofFailure('subject_not_storable');
  return { subject, email: { email, email_verified, hd }, provedAt: timeOf(provedAt, now) };
}

/** No later than now: a proof in the future would stay recent for longer. */
function timeOf(seconds: unknown, now: Date): Date | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return null;
  return new Date(Math.min(seconds * 1_000, now.getTime()));
}
