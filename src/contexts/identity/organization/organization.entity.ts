import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tenant. Organizations, accounts and API keys are the global tables. */
@Entity({ name: 'organizations' })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  /** Since when the names of all its members can be searched. Null until `MemberWordsFill` has added their words. */
  @Column({ type: 'timestamptz', nullable: true }) membersSearchableAt: Date | null;
}
