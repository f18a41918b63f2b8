import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** One period of an enrollment in a group. Ended periods are kept; rejoining starts a new one. */
@Entity({ name: 'group_memberships' })
export class GroupMembershipEntity extends TenantEntity {
  @Column({ type: 'uuid' }) groupId: string;
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'timestamptz' }) startedAt: Date;

  /** Null while the period is open. */
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
