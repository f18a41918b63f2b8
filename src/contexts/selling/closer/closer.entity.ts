import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

/** How a closer takes part in selling. The id is that of the member. */
@Entity({ name: 'closer_settings' })
export class CloserSettingsEntity extends TenantEntity {
  @Column({ type: 'boolean' }) receiving: boolean;
  @Column({ type: 'integer' }) share: number;
  @Column({ type: 'integer', nullable: true }) maxOpen: number | null;
  @Column({ type: 'integer' }) bufferMinutes: number;
  @Column({ type: 'integer' }) minNoticeHours: number;

  /** Whoever has it can join, so that no audit entry or event has it. */
  @RedactedColumn({ type: 'text', nullable: true }) joinUrl: string | null;

  /** Shares that were gained in turns and not paid for yet. */
  @Column({ type: 'integer' }) credit: number;
  @Column({ type: 'timestamptz', nullable: true }) lastTurnAt: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
