import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import type { MatchKey, PeopleImportCounts } from './import-plan.js';

export const IMPORT_STATUSES = ['validated', 'committed', 'discarded', 'expired'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** A list of people, judged when it is created and again when it is committed. */
@Entity({ name: 'people_imports' })
export class PeopleImportEntity extends TenantEntity {
  @RedactedColumn({ type: 'text', nullable: true }) label: string | null;

  /** `expired` is not stored: it follows from expiresAt. */
  @Column({ type: 'text' }) status: Exclude<ImportStatus, 'expired'>;
  @Column({ type: 'text' }) matchBy: MatchKey;
  @Column({ type: 'boolean' }) reattach: boolean;
  /** For rows without their own. */
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'text' }) enrollmentStatus: 'pending' | 'active';
  @Column({ type: 'jsonb' }) counts: PeopleImportCounts;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) committedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) discardedAt: Date | null;
}
