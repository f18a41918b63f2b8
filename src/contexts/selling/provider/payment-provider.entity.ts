import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';

export const PROVIDER_STATUSES = ['validating', 'active', 'validation_failed', 'disconnected'] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** Why a key is not used. */
export const PROVIDER_ERRORS = ['bad_key', 'missing_permission', 'other_account', 'unreachable'] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];

/** The payment provider that an organization is connected with. */
@Entity({ name: 'payment_providers' })
export class PaymentProviderEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: 'stripe';
  @Column({ type: 'text' }) status: ProviderStatus;

  /** The account of the key that was accepted first; a connection does not change it. */
  @Column({ type: 'text', nullable: true }) accountId: string | null;
  @Column({ type: 'boolean', nullable: true }) livemode: boolean | null;
  @Column({ type: 'text' }) returnUrl: string;

  /** Encrypted; null once disconnected. */
  @RedactedColumn({ type: 'bytea', nullable: true }) secretKey: Buffer | null;
  @RedactedColumn({ type: 'bytea', nullable: true }) webhookSecret: Buffer | null;
  @InternalColumn({ type: 'bytea', nullable: true }) formerWebhookSecret: Buffer | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) formerWebhookSecretUntil: Date | null;
  @Column({ type: 'text', nullable: true }) lastError: ProviderError | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) lastEventAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) lastReconciledAt: Date | null;
  @InternalColumn({ type: 'integer' }) repaired: number;
  @Column({ type: 'uuid' }) connectedBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
