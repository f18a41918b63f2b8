import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';
import type { ProgramStatus } from './program.entity.js';

/** An entry of a program's status history; restorations are verified against it. Never updated. */
@Entity({ name: 'program_status_changes' })
export class ProgramStatusChangeEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;

  /** Starts at 1 for each program. */
  @Column({ type: 'integer' }) position: number;

  /** Null for the program's creation. */
  @Column({ type: 'text', nullable: true }) fromStatus: ProgramStatus | null;
  @Column({ type: 'text' }) toStatus: ProgramStatus;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column({ type: 'uuid' }) changedBy: string;
  @Column({ type: 'timestamptz' }) changedAt: Date;
}
