import type { ProviderRow } from './events-path.js';

/** The context under which a secret of a provider is encrypted: it cannot be moved to another row. */
export function secretContext({ organizationId, id }: ProviderRow, field: 'secret_key' | 'webhook_secret'): string[] {
  return [organizationId, 'payment_provider', id, field];
}
