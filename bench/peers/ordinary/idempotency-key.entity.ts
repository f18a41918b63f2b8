import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** The service claims keys by a function and has no entity for this table. */
@Entity({ name: 'idempotency_keys' })
export class IdempotencyKeyEntity extends TenantEntity {
  @Column({ type: 'text' })
  operation: string;

  @Column({ type: 'text' })
  target: string;

  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'bytea' })
  fingerprint: Buffer;

  @Column({ type: 'text' })
  pathTarget: string;

  @Column({ type: 'json', nullable: true })
  result: object | null;

  @Column({ type: 'timestamptz' })
  createdAt: Date;
}
