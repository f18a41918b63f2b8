import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API key of a member, stored as a hash. Global, so that a key finds its organization. */
@Entity({ name: 'api_keys' })
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  organizationId: string;

  @Column({ type: 'uuid' })
  memberId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'bytea' })
  secretHash: Buffer;

  @Column({ type: 'text', array: true })
  scopes: string[];

  @Column({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt: Date | null;

  @Column({ type: 'uuid' })
  createdBy: string;

  @Column({ type: 'timestamptz' })
  createdAt: Date;
}
