import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';

export const EXPORT_KINDS = [
  'members',
  'enrollments',
  'member_tasks',
  'submissions',
  'attendance',
  'interventions',
  'progress',
  'outcomes',
  'form_responses',
  'prospects',
  'sales',
  'sale_entries',
  'audit_entries',
  'events',
  'person',
] as const;
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export const EXPORT_STATUSES = ['pending', 'running', 'ready', 'expired', 'failed'] as const;
export const EXPORT_FAILURES = ['too_large', 'internal_error'] as const;

export type ExportKind = (typeof EXPORT_KINDS)[number];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportStatus = (typeof EXPORT_STATUSES)[number];
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** The values that a request sent. */
export interface ExportFilter {
  cohortId: string | null;
  programId: string | null;
  memberId: string | null;
  from: string | null;
  to: string | null;
}

/** A file of rows, which the worker writes into parts. */
@Entity({ name: 'exports' })
export class ExportEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: ExportKind;
  @Column({ type: 'text' }) format: ExportFormat;
  @Column({ type: 'jsonb' }) filters: ExportFilter;
  @Column({ type: 'text' }) status: ExportStatus;

  /** Incremented whenever the worker begins: whoever writes parts for an earlier attempt is refused. */
  @InternalColumn({ type: 'integer' }) attempt: number;
  @Column({ type: 'integer', nullable: true }) rowCount: number | null;
  @Column({ type: 'integer', nullable: true }) byteSize: number | null;
  @Column({ type: 'text', nullable: true }) sha256: string | null;
  @Column({ type: 'timestamptz', nullable: true }) asOf: Date | null;
  @Column({ type: 'text', nullable: true }) failure: ExportFailure | null;
  @Column({ type: 'uuid' }) requestedBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) readyAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) expiresAt: Date | null;
}

/** A capability to read the file of an export for 15 minutes. */
@Entity({ name: 'export_links' })
export class ExportLinkEntity extends TenantEntity {
  @Column({ type: 'uuid' }) exportId: string;
  @RedactedColumn({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
