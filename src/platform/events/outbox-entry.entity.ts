import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../persistence/tenant-entity.js';

/** An event, by its id, that is still to be handed to those who follow it. */
@Entity({ name: 'event_outbox' })
export class OutboxEntryEntity extends TenantEntity {
  @Column({ type: 'timestamptz' })
  occurredAt: Date;
}
