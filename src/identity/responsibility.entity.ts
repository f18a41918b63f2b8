import { Column, Entity } from 'typeorm';
import type { AssignmentScope, BusinessRole } from '../platform/access/caller.js';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

/** A business role that a member holds over the organization, a program, a cohort or one enrollment. */
@Entity({ name: 'responsibilities' })
export class ResponsibilityEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  memberId: string;

  @Column({ type: 'text' })
  role: BusinessRole;

  @Column({ type: 'text' })
  scope: AssignmentScope;

  @Column({ type: 'uuid', nullable: true })
  programId: string | null;

  @Column({ type: 'uuid', nullable: true })
  cohortId: string | null;

  @Column({ type: 'uuid', nullable: true })
  enrollmentId: string | null;

  @Column({ type: 'timestamptz' })
  startedAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
