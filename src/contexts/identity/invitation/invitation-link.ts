import type { RelyingParty } from '#kernel/authentication';
import { issueCapability } from '#kernel/secrets';
import { DEFAULT_HOURS } from './invitation.dto.js';

const HOUR_MS = 3_600_000;

/** The part of an invitation that its maker chooses. */
export interface InvitationTerms {
  expiresInHours?: number;
  returnUrl?: string;
}

/** Issues the token of an invitation. It is in the fragment of the link: no server, log or Referer sees it. */
export function issueLink(
  organizationId: string,
  { returnUrl }: InvitationTerms,
  { publicUrl }: Pick<RelyingParty, 'publicUrl'>,
): { url: string; tokenHash: Buffer } {
  const { token, hash } = issueCapability(organizationId);
  const page = returnUrl ?? `${publicUrl.replace(/\/+$/, '')}/console/join`;
  return { url: `${page}#${token}`, tokenHash: hash };
}

export function expiryOf({ expiresInHours = DEFAULT_HOURS }: InvitationTerms, now: Date): Date {
  return new Date(now.getTime() + expiresInHours * HOUR_MS);
}
