import type { RelyingParty } from '#kernel/authentication';

/**
 * The address to which a provider sends people back: that of a page, or of the console, with the organization. No two
 * issuers share one, so that an answer of one provider is not taken for that of another.
 */
export function redirectUriOf(
  { publicUrl }: Pick<RelyingParty, 'publicUrl'>,
  organizationId: string,
  returnUrl = `${publicUrl}/console/signed-in`,
): string {
  return new URL(`${returnUrl.replace(/\/+$/, '')}/${organizationId}`).href;
}
