import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../persistence/tenant-entity.js';

/** An audit entry, which is committed with its change and never updated. */
@Entity({ name: 'audit_entries' })
export class AuditEntryEntity extends TenantEntity {
  @Column({ type: 'text' }) action: string;
  @Column({ type: 'text' }) targetType: string;
  @Column({ type: 'uuid' }) targetId: string;

  /** An account; null for a change by the service itself. */
  @Column({ type: 'uuid', nullable: true }) actorId: string | null;
  @Column({ type: 'uuid', nullable: true }) apiKeyId: string | null;
  @Column({ type: 'uuid', nullable: true }) signInId: string | null;
  @Column({ type: 'text' }) correlationId: string;
  @Column({ type: 'jsonb' }) changes: Record<string, unknown>;
  @Column({ type: 'timestamptz' }) occurredAt: Date;
}
