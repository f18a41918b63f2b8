import { Column, Entity } from 'typeorm';
import type { OrganizationRole, ProofPower } from '#kernel/access';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const INVITATION_STATUSES = ['open', 'used', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** An invitation of a member to sign in. Its token is stored as a hash; its status follows from what became of its maker, too. */
@Entity({ name: 'invitations' })
export class InvitationEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @RedactedColumn({ type: 'bytea' }) tokenHash: Buffer;

  /** The role of the member when it was made. */
  @Column({ type: 'text' }) memberRole: OrganizationRole;

  /** The role behind it, which the passkey or identity that it makes hangs from. */
  @Column({ type: 'text' }) power: ProofPower;
  @Column({ type: 'text', nullable: true }) returnUrl: string | null;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;

  /** An account; null for the command line. */
  @Column({ type: 'uuid', nullable: true }) createdBy: string | null;

  /** Null for the command line and for a sign-in. */
  @Column({ type: 'uuid', nullable: true }) createdByKey: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
