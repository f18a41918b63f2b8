import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrganizationRole } from '#kernel/access';
import { RedactedColumn } from '#kernel/persistence';

/** An API key of a member, stored as a hash. In a global table, because a key identifies its organization. */
@Entity({ name: 'api_keys' })
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text' }) name: string;
  @RedactedColumn({ type: 'bytea' }) secretHash: Buffer;
  @Column({ type: 'text', array: true }) scopes: string[];
  @Column({ type: 'timestamptz', nullable: true }) expiresAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;

  /** The key that made it; null for the command line and for a sign-in, whose member alone it hangs from. */
  @Column({ type: 'uuid', nullable: true }) createdByKey: string | null;

  /** The organization role of the maker at that time; null if it is unknown. */
  @Column({ type: 'text', nullable: true }) createdWithRole: OrganizationRole | null;

  @Column({ type: 'timestamptz' }) createdAt: Date;
}
