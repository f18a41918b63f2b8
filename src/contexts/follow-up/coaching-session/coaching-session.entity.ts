import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const COACHING_SESSION_STATUSES = ['planned', 'held', 'cancelled'] as const;
export type CoachingSessionStatus = (typeof COACHING_SESSION_STATUSES)[number];

/** A meeting of a coach and one member. */
@Entity({ name: 'coaching_sessions' })
export class CoachingSessionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'text' }) status: CoachingSessionStatus;
  @RedactedColumn({ type: 'text', nullable: true }) title: string | null;
  @Column({ type: 'timestamptz', nullable: true }) scheduledAt: Date | null;

  /** Set exactly while the status is held. */
  @Column({ type: 'timestamptz', nullable: true }) heldAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) summary: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
