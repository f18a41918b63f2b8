import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import { SecretBox } from '#kernel/secrets';
import type { ProviderAccess } from '../provider/port.js';
import { secretContext } from '../provider/secret-context.js';
import { sellingTables } from '../selling.tables.js';

interface ConnectedRow {
  id: string;
  status: 'validating' | 'active' | 'validation_failed' | 'disconnected';
  accountId: string | null;
  livemode: boolean | null;
  secretKey: Buffer | null;
  webhookSecret: Buffer | null;
  formerWebhookSecret: Buffer | null;
  formerUntil: Date | null;
  lastReconciledAt: Date | null;
}

const findConnected = sellingTables
  .statement(
    'find_connected_provider',
    {},
    `select id, status, account_id as "accountId", livemode, secret_key as "secretKey", webhook_secret as "webhookSecret",
       former_webhook_secret as "formerWebhookSecret", former_webhook_secret_until as "formerUntil",
       last_reconciled_at as "lastReconciledAt"
     from payment_providers where organization_id = :organization and kind = 'stripe'`,
  )
  .returning<ConnectedRow>();

/** The provider of an organization, with what its requests and its events are checked by. */
export interface ConnectedProvider {
  id: string;
  accountId: string | null;
  livemode: boolean | null;
  /** Null unless it is active. */
  access: ProviderAccess | null;
  /** Those that verify events now. */
  webhookSecrets: string[];
  lastReconciledAt: Date | null;
}

@Injectable()
export class ConnectedProviders {
  constructor(private readonly secrets: SecretBox) {}

  async find(tenant: TenantSession, now: Date): Promise<ConnectedProvider | undefined> {
    const [row] = await tenant.query(findConnected);
    if (!row) return undefined;
    const { id, status, accountId, livemode, secretKey, webhookSecret, lastReconciledAt } = row;
    const open = (box: Buffer, field: 'secret_key' | 'webhook_secret'): string =>
      this.secrets.open(box, secretContext({ organizationId: tenant.organizationId, id }, field));
    const former = row.formerUntil !== null && row.formerUntil > now ? row.formerWebhookSecret : null;
    const boxes = [webhookSecret, former].filter((box) => box !== null);
    return {
      ...{ id, accountId, livemode, lastReconciledAt },
      access: status === 'active' && secretKey ? { secretKey: open(secretKey, 'secret_key') } : null,
      webhookSecrets: boxes.map((box) => open(box, 'webhook_secret')),
    };
  }
}
