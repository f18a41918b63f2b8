import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import { SecretBox, UnreadableSecretError } from '#kernel/secrets';
import { sellingTables } from '../selling.tables.js';
import type { ProviderRow } from './events-path.js';
import type { PaymentProviderEntity } from './payment-provider.entity.js';
import type { ProviderAccess } from './port.js';
import { secretContext } from './secret-context.js';

type SecretField = Parameters<typeof secretContext>[1];

const find = sellingTables
  .statement(
    'find_secrets_of_payment_provider',
    {},
    `select id, status, last_error as "lastError", account_id as "accountId", livemode, return_url as "returnUrl",
       secret_key as "secretKey", webhook_secret as "webhookSecret", former_webhook_secret as "formerWebhookSecret",
       former_webhook_secret_until as "formerWebhookSecretUntil", last_reconciled_at as "lastReconciledAt"
     from payment_providers where organization_id = :organization and kind = 'stripe' and status <> 'disconnected'`,
  )
  .returning<Connected>();

/** The connection of an organization with its encrypted secrets. */
export interface Connected extends Pick<
  PaymentProviderEntity,
  | 'id'
  | 'status'
  | 'lastError'
  | 'accountId'
  | 'livemode'
  | 'returnUrl'
  | 'formerWebhookSecret'
  | 'formerWebhookSecretUntil'
  | 'lastReconciledAt'
> {
  secretKey: Buffer;
  webhookSecret: Buffer;
}

type SealedSecrets = Pick<
  Connected,
  'secretKey' | 'webhookSecret' | 'formerWebhookSecret' | 'formerWebhookSecretUntil'
>;

/** Undefined where the organization is not connected. */
export async function findConnected(tenant: TenantSession): Promise<Connected | undefined> {
  return (await tenant.query(find)).at(0);
}

/** Encrypts the secrets of payment providers. */
@Injectable()
export class ProviderSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(row: ProviderRow, field: SecretField, text: string): Buffer {
    return this.box.seal(text, secretContext(row, field));
  }

  /** Throws UnreadableSecretError. */
  open(row: ProviderRow, field: SecretField, sealed: Buffer): string {
    return this.box.open(sealed, secretContext(row, field));
  }

  /** The access for requests; null while the provider is not active. Throws UnreadableSecretError. */
  accessOf(organizationId: string, { id, status, secretKey }: Connected): ProviderAccess | null {
    return status === 'active' ? { secretKey: this.open({ organizationId, id }, 'secret_key', secretKey) } : null;
  }

  /** Those that verify events at the time: the former one for a while. Throws UnreadableSecretError. */
  webhookSecretsOf(organizationId: string, connected: Connected, now: Date): string[] {
    const { id, webhookSecret, formerWebhookSecret, formerWebhookSecretUntil: until } = connected;
    const former = until !== null && until > now ? formerWebhookSecret : null;
    return [webhookSecret, former]
      .filter((sealed) => sealed !== null)
      .map((sealed) => this.open({ organizationId, id }, 'webhook_secret', sealed));
  }

  /** Whether the box is readable and holds the text. */
  holds(row: ProviderRow, field: SecretField, sealed: Buffer, text: string): boolean {
    return ifReadable(() => this.open(row, field, sealed)) === text;
  }

  /** The secrets encrypted with the current key, without a former one that is over; null where nothing changes, or one cannot be read. */
  resealed(row: ProviderRow, connected: Connected, now: Date): SealedSecrets | null {
    const { secretKey, webhookSecret, formerWebhookSecretUntil: until } = connected;
    const isOver = until !== null && until <= now;
    const former = isOver ? null : connected.formerWebhookSecret;
    const boxes = [secretKey, webhookSecret, former].filter((box) => box !== null);
    if (!isOver && boxes.every((box) => this.box.isCurrent(box))) return null;
    // Whoever uses an unreadable secret is told by the log that its key is missing.
    return ifReadable(() => ({
      secretKey: this.box.reseal(secretKey, secretContext(row, 'secret_key')),
      webhookSecret: this.box.reseal(webhookSecret, secretContext(row, 'webhook_secret')),
      formerWebhookSecret: former && this.box.reseal(former, secretContext(row, 'webhook_secret')),
      formerWebhookSecretUntil: former && until,
    }));
  }
}

function ifReadable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}
