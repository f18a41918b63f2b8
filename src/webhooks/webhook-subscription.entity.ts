import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

export const WEBHOOK_STATUSES = ['pending_validation', 'validating', 'active', 'paused', 'validation_failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Why a verification failed; never the peer's own words. */
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
  @Column({ type: 'text' })
  name: string;

  /** Whole, with whatever the owner put in its query; shown without. */
  @Column({ type: 'text' })
  endpointUrl: string;

  @Column({ type: 'text', array: true })
  eventNames: string[];

  @Column({ type: 'text' })
  status: WebhookStatus;

  @Column({ type: 'bytea' })
  secretCiphertext: Buffer;

  /** Goes up with every rotation: what was begun with an older secret must not count any more. */
  @Column({ type: 'integer' })
  secretVersion: number;

  /** The secret version that the current endpoint has proven; null when it has proven none. */
  @Column({ type: 'integer', nullable: true })
  validatedSecretVersion: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  lastValidatedAt: Date | null;

  @Column({ type: 'text', nullable: true })
  lastValidationError: ValidationError | null;

  /** Of the verification under way; whatever ends that verification takes it away. */
  @Column({ type: 'uuid', nullable: true })
  verificationToken: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  verificationLeasedUntil: Date | null;

  /** Since when every attempt has failed; null after a success. */
  @Column({ type: 'timestamptz', nullable: true })
  failingSince: Date | null;

  @Column({ type: 'uuid' })
  createdBy: string;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz' })
  updatedAt: Date;

  /** A deleted subscription is found by nobody; its row stays for the deliveries that point at it. */
  @Column({ type: 'timestamptz', nullable: true })
  deletedAt: Date | null;
}
