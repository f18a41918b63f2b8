import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';
import type { ProgramStatus } from './program.entity.js';

/** One entry of a program's status history, which restoration is verified against; never altered. */
@Entity({ name: 'program_status_changes' })
export class ProgramStatusChangeEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  programId: string;

  /** Counts the program's entries from 1. */
  @Column({ type: 'integer' })
  position: number;

  /** Null for the program's creation. */
  @Column({ type: 'text', nullable: true })
  fromStatus: ProgramStatus | null;

  @Column({ type: 'text' })
  toStatus: ProgramStatus;

  @Column({ type: 'text', nullable: true })
  reason: string | null;

  @Column({ type: 'uuid' })
  changedBy: string;

  @Column({ type: 'timestamptz' })
  changedAt: Date;
}
