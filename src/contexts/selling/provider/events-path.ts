import { readSignedAddress, type SecretKeys, signAddress } from '#kernel/secrets';

/** The expiry of an address that time does not end. */
const FOR_EVER = new Date(8.64e13);

/** The row of a provider of an organization. */
export interface ProviderRow {
  organizationId: string;
  id: string;
}

/** Where a provider sends its events, below the URL of the service. It stays the same, whatever the secrets are. */
export function eventsPath({ eventKeys }: SecretKeys, { organizationId, id }: ProviderRow): string {
  // It is nobody's: the provider itself stands in the place of a member.
  const claim = { organizationId, id, memberId: id, number: 0, expiresAt: FOR_EVER };
  return `/payment-events/${signAddress(claim, eventKeys[0])}`;
}

/** The provider of a token; null for one that the service has not signed. */
export function readEventsToken({ eventKeys }: SecretKeys, token: string): ProviderRow | null {
  const claim = readSignedAddress(token, eventKeys);
  return claim && { organizationId: claim.organizationId, id: claim.id };
}
