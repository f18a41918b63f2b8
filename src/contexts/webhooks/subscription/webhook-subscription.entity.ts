import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const WEBHOOK_STATUSES = ['pending_validation', 'validating', 'active', 'paused', 'validation_failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Moves requested by a caller. Rotation and verification lead to pending_validation from any status. */
export const SUBSCRIPTION = lifecycle<WebhookStatus>('subscription', {
  pending_validation: [],
  validating: [],
  active: ['paused'],
  paused: ['active', 'pending_validation'],
  validation_failed: [],
});

/** Why a verification failed. Text from the endpoint is never stored. */
export const VALIDATION_ERRORS = [
  'dns_blocked',
  'connect_failed',
  'tls_failed',
  'timeout',
  'bad_status',
  'bad_proof',
  'too_large',
] as const;
export type ValidationError = (typeof VALIDATION_ERRORS)[number];

@Entity({ name: 'webhook_subscriptions' })
export class WebhookSubscriptionEntity extends TenantEntity {
  @Column({ type: 'text' }) name: string;

  /** The URL in responses: without user info, query and fragment, which may contain secrets. */
  @RedactedColumn({ type: 'text' }) endpointUrl: string;

  /** The complete URL, encrypted; null where `endpointUrl` is complete. See `EndpointBox`. */
  @InternalColumn({ type: 'bytea', nullable: true }) endpointCiphertext: Buffer | null;
  @Column({ type: 'text', array: true }) eventNames: string[];
  @Column({ type: 'text' }) status: WebhookStatus;

  /** Encrypted. Has the name of the API field, because audit entries of a rotation show it. */
  @RedactedColumn({ name: 'secret_ciphertext', type: 'bytea' }) secret: Buffer;

  /** Incremented by every rotation; verifications and attempts that began with an older secret are ignored. */
  @Column({ type: 'integer' }) secretVersion: number;

  /** The secret version with which the current endpoint was verified; null if it was not. */
  @InternalColumn({ type: 'integer', nullable: true }) validatedSecretVersion: number | null;
  @Column({ type: 'timestamptz', nullable: true }) lastValidatedAt: Date | null;
  @Column({ type: 'text', nullable: true }) lastValidationError: ValidationError | null;

  /** Identifies the verification in progress; null otherwise. */
  @InternalColumn({ type: 'uuid', nullable: true }) verificationToken: string | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) verificationLeasedUntil: Date | null;

  /** Time of the first failure since the last success; null after a success. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) failingSince: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;

  /** Soft deletion: the row is kept for the deliveries that reference it. */
  @Column({ type: 'timestamptz', nullable: true }) deletedAt: Date | null;
}
