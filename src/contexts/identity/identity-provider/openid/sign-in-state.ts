import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox, UnreadableSecretError } from '#kernel/secrets';

const LIFETIME_MS = 10 * 60_000;
const CONTEXT = ['sign-in by an identity provider'];

/** A sign-in that began at a provider: when it is finished, it must still be the same. */
export interface SignInState {
  organizationId: string;
  issuer: string;
  /** The hash of the secret that the page keeps, as base64url. */
  challenge: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
  redirectUri: string;
  /** The hash of the invitation's token, as base64url; null without an invitation. */
  invitation: string | null;
  startedAt: number;
}

/** The state as it comes back, with the hash that is used up by the sign-in. */
export interface ReturnedState extends SignInState {
  hash: Buffer;
  expiresAt: Date;
}

/** Seals the state of a sign-in into the text that goes to the provider and back: nothing is stored before it succeeds. */
@Injectable()
export class SignInStates {
  constructor(private readonly secrets: SecretBox) {}

  /** Completes the state with a nonce and a verifier. */
  begin(begun: Omit<SignInState, 'nonce' | 'verifier' | 'startedAt'>, now: Date): { state: SignInState; text: string } {
    const [nonce, verifier] = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
    const state = { ...begun, nonce, verifier, startedAt: now.getTime() };
    return { state, text: this.secrets.seal(JSON.stringify(state), CONTEXT).toString('base64url') };
  }

  /** Undefined for what the service has not sealed, and for a state of more than ten minutes. */
  open(text: string, now: Date): ReturnedState | undefined {
    const box = Buffer.from(text, 'base64url');
    // Several spellings decode alike; the hash of another one would not be used up.
    if (box.toString('base64url') !== text) return undefined;
    const state = this.unseal(box);
    if (!state) return undefined;
    const expiresAt = new Date(state.startedAt + LIFETIME_MS);
    return expiresAt > now ? { ...state, hash: createHash('sha256').update(box).digest(), expiresAt } : undefined;
  }

  private unseal(box: Buffer): SignInState | undefined {
    try {
      return JSON.parse(this.secrets.open(box, CONTEXT)) as SignInState;
    } catch (error) {
      if (error instanceof UnreadableSecretError) return undefined;
      throw error;
    }
  }
}

/** The S256 challenge of a secret. */
export function challengeOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether the secret is the one whose challenge the sign-in began with; compared in constant time. */
export function isSecretOf(secret: string, { challenge }: Pick<SignInState, 'challenge'>): boolean {
  const [computed, begun] = [challengeOf(secret), challenge].map((text) => Buffer.from(text));
  return computed.length === begun.length && timingSafeEqual(computed, begun);
}
