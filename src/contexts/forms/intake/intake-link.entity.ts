import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const INTAKE_LINK_STATUSES = ['open', 'closed'] as const;
export type IntakeLinkStatus = (typeof INTAKE_LINK_STATUSES)[number];

export const INTAKE_LINK = lifecycle<IntakeLinkStatus>('intake link', { open: ['closed'], closed: [] });

/** An address at which anybody who has it answers a form, without a key. */
@Entity({ name: 'intake_links' })
export class IntakeLinkEntity extends TenantEntity {
  @Column({ type: 'uuid' }) formId: string;
  @Column({ type: 'uuid' }) formVersionId: string;
  @RedactedColumn({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz', nullable: true }) expiresAt: Date | null;
  @Column({ type: 'integer', nullable: true }) maxResponses: number | null;
  @Column({ type: 'integer' }) retentionDays: number;

  /** Responses so far. */
  @Column({ type: 'integer' }) received: number;

  /** When it was closed by hand, for good. */
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** Closed by hand, or by time. */
export function statusOfLink(
  { closedAt, expiresAt }: Pick<IntakeLinkEntity, 'closedAt' | 'expiresAt'>,
  now: Date,
): IntakeLinkStatus {
  return closedAt !== null || (expiresAt !== null && expiresAt <= now) ? 'closed' : 'open';
}
