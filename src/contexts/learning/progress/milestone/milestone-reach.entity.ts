import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

/** That an enrollment reached a milestone. At most one of an enrollment and a milestone is not revoked. */
@Entity({ name: 'milestone_reaches' })
export class MilestoneReachEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) milestoneId: string;
  @Column({ type: 'timestamptz' }) reachedAt: Date;

  /** Its requirement was met; otherwise the staff recorded it. */
  @Column({ type: 'boolean' }) automatic: boolean;
  @Column({ type: 'uuid', nullable: true }) recordedBy: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) note: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) revokedBy: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) revokeReason: string | null;
}
