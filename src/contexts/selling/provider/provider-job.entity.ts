import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';

export type ProviderJobKind = 'create_customer' | 'create_checkout' | 'expire_checkout' | 'collect' | 'refund';

/** `looking_up`: it is not sent again; the provider is only asked whether it had an effect. */
export type ProviderJobStatus = 'waiting' | 'sending' | 'unknown' | 'looking_up' | 'done' | 'refused' | 'dropped';

/** A request to the provider, whose idempotency key is the id. It is committed with the command, before it is sent. */
@Entity({ name: 'provider_jobs' })
export class ProviderJobEntity extends TenantEntity {
  @InternalColumn({ type: 'text' }) kind: ProviderJobKind;
  @InternalColumn({ type: 'uuid' }) targetId: string;
  @InternalColumn({ type: 'uuid', nullable: true }) saleId: string | null;
  @InternalColumn({ type: 'text' }) accountId: string;

  /** The body is made of it each time, and so is always the same. */
  @InternalColumn({ type: 'jsonb', nullable: true }) request: object | null;
  @InternalColumn({ type: 'text' }) status: ProviderJobStatus;
  @InternalColumn({ type: 'text', nullable: true }) refusal: string | null;
  @InternalColumn({ type: 'integer' }) attempts: number;
  @InternalColumn({ type: 'timestamptz', nullable: true }) firstSentAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) lastSentAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) nextAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
