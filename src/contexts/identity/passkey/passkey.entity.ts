import { Column, Entity } from 'typeorm';
import type { ProofPower } from '#kernel/access';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const PASSKEY_STATUSES = ['active', 'removed'] as const;
export type PasskeyStatus = (typeof PASSKEY_STATUSES)[number];

/** A passkey of a member. A removed one stays: its credential id cannot be added again. */
@Entity({ name: 'passkeys' })
export class PasskeyEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @RedactedColumn({ type: 'text' }) label: string;
  @RedactedColumn({ type: 'bytea' }) credentialId: Buffer;

  /** COSE key. */
  @RedactedColumn({ type: 'bytea' }) publicKey: Buffer;

  /** The signatures that the authenticator has counted, an integer of 32 bits without a sign. */
  @Column({ type: 'bigint' }) counter: string;
  @Column({ type: 'boolean' }) backupEligible: boolean;
  @Column({ type: 'boolean' }) backedUp: boolean;

  /** The id of the relying party that it was made for. */
  @Column({ type: 'text' }) domain: string;

  /** The role behind the invitation or sign-in that added it. */
  @Column({ type: 'text' }) power: ProofPower;

  /** The invitation that made it. */
  @Column({ type: 'uuid', nullable: true }) invitationId: string | null;
  @Column({ type: 'text' }) status: PasskeyStatus;
  @Column({ type: 'date', nullable: true }) lastUsedDay: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) removedAt: Date | null;

  /** Why an administrator removed it. */
  @RedactedColumn({ type: 'text', nullable: true }) removalReason: string | null;
}
