import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import type { ProviderError } from './openid/provider-failure.js';
import type { ProviderMetadata } from './openid/provider-metadata.js';

export const PROVIDER_STATUSES = ['pending_validation', 'active', 'failing'] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** The identity provider of an organization, whose id it has. */
@Entity({ name: 'identity_providers' })
export class IdentityProviderEntity extends TenantEntity {
  @Column({ type: 'text' }) issuer: string;
  @Column({ type: 'text' }) clientId: string;

  /** Encrypted; null for a public client. */
  @RedactedColumn({ type: 'bytea', nullable: true }) clientSecret: Buffer | null;
  @Column({ type: 'text', array: true }) emailDomains: string[];
  @Column({ type: 'boolean' }) required: boolean;
  @Column({ type: 'text' }) status: ProviderStatus;
  @Column({ type: 'text', nullable: true }) lastError: ProviderError | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) lastSignInAt: Date | null;

  /** Null until the issuer has been read. */
  @InternalColumn({ type: 'jsonb', nullable: true }) metadata: ProviderMetadata | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
