import { Column, Entity } from 'typeorm';
import type { OrganizationRole } from '#kernel/access';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const MEMBER_STATUSES = ['active', 'detached'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** An account's membership of an organization. A detachment is permanent: adding the account again creates a new row. */
@Entity({ name: 'members' })
export class MemberEntity extends TenantEntity {
  @Column({ type: 'uuid' }) accountId: string;
  @RedactedColumn({ type: 'text' }) name: string;

  /** The member's id in another system, unique among active members. */
  @RedactedColumn({ type: 'text', nullable: true }) externalId: string | null;
  @Column({ type: 'text' }) role: OrganizationRole;
  @Column({ type: 'text' }) status: MemberStatus;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) detachedAt: Date | null;
}
