import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

/** Until when a member may only read in the community. A member has one row. */
@Entity({ name: 'community_mutes' })
export class CommunityMuteEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;

  /** Null once it was lifted. */
  @Column({ type: 'timestamptz', nullable: true }) until: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) reason: string | null;
  @Column({ type: 'uuid' }) mutedBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
