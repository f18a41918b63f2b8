import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A member does not want to read what another one writes. */
@Entity({ name: 'member_blocks' })
export class MemberBlockEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'uuid' }) blockedMemberId: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
