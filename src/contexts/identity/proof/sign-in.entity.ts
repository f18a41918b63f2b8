import { Column, Entity } from 'typeorm';
import type { ProofPower, SignInMethod } from '#kernel/access';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const SIGN_IN_STATUSES = ['open', 'ended', 'expired'] as const;
export type SignInStatus = (typeof SIGN_IN_STATUSES)[number];

/** Causes of the end of a sign-in. */
export const SIGN_IN_ENDINGS = [
  ...(['member', 'administrator', 'passkey', 'provider', 'required'] as const),
  ...(['promotion', 'detachment', 'limit'] as const),
] as const;
export type SignInEnding = (typeof SIGN_IN_ENDINGS)[number];

/** A sign-in of a member, whose key is stored as a hash. Its expiry is a state by time. */
@Entity({ name: 'sign_ins' })
export class SignInEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text' }) method: SignInMethod;

  /** The role behind the proof, which what is added in the sign-in inherits. */
  @Column({ type: 'text' }) power: ProofPower;
  @RedactedColumn({ type: 'bytea' }) secretHash: Buffer;
  @Column({ type: 'uuid', nullable: true }) passkeyId: string | null;
  @Column({ type: 'uuid', nullable: true }) invitationId: string | null;
  @Column({ type: 'uuid', nullable: true }) externalIdentityId: string | null;
  @Column({ type: 'timestamptz' }) startedAt: Date;

  /** When the person last proved who they are; null if the identity provider does not tell. */
  @Column({ type: 'timestamptz', nullable: true }) provedAt: Date | null;

  /** Accurate to a minute. */
  @Column({ type: 'timestamptz' }) lastSeenAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) endedBy: SignInEnding | null;
}
