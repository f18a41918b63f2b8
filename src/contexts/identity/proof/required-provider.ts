import type { OrganizationRole } from '#kernel/access';
import type { TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

// FOR SHARE: whoever requires the provider waits, and then ends what was signed in meanwhile.
const findProvider = identityTables
  .statement(
    'find_way_in_by_provider',
    {},
    `select required, status = 'active' as "isActive" from identity_providers
     where organization_id = :organization for share`,
  )
  .returning<{ required: boolean; isActive: boolean }>();

const NO_PROVIDER = { required: false, isActive: false };

/** The ways in that are open to a member of a role. */
export interface WaysIn {
  passkey: boolean;
  identityProvider: boolean;
}

/**
 * Where the identity provider is required, nothing else lets in, but OWNERs; that holds while it fails, too. The member is
 * locked before: all sign-ins take these locks in one order.
 */
export async function waysIn(tenant: TenantSession, role: OrganizationRole): Promise<WaysIn> {
  const [{ required, isActive } = NO_PROVIDER] = await tenant.query(findProvider);
  return { passkey: role === 'OWNER' || !required, identityProvider: isActive };
}
