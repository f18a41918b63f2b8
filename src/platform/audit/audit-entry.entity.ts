import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../persistence/tenant-entity.js';

/** Who changed what, when and under which correlation id; written with the change, never altered. */
@Entity({ name: 'audit_entries' })
export class AuditEntryEntity extends TenantEntity {
  @Column({ type: 'text' })
  action: string;

  @Column({ type: 'text' })
  targetType: string;

  @Column({ type: 'uuid' })
  targetId: string;

  /** The account that acted; null where the service itself did. */
  @Column({ type: 'uuid', nullable: true })
  actorId: string | null;

  @Column({ type: 'uuid', nullable: true })
  apiKeyId: string | null;

  @Column({ type: 'text' })
  correlationId: string;

  @Column({ type: 'jsonb' })
  changes: Record<string, unknown>;

  @Column({ type: 'timestamptz' })
  occurredAt: Date;
}
