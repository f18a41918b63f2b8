import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../persistence/tenant-entity.js';

/** An event, which is committed with its change. */
@Entity({ name: 'events' })
export class EventEntity extends TenantEntity {
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'jsonb' }) data: object;
  @Column({ type: 'text' }) correlationId: string;
  @Column({ type: 'timestamptz' }) occurredAt: Date;
}
