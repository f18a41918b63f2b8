import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

export const PROGRAM_STATUSES = ['draft', 'active', 'archived'] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];

@Entity({ name: 'programs' })
export class ProgramEntity extends TenantEntity {
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) status: ProgramStatus;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
