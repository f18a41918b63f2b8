import { Column, Entity } from 'typeorm';
import type { AssignmentScope, BusinessRole } from '#kernel/access';
import { TenantEntity } from '#kernel/persistence';

/** A member's business role over the organization, a program, a cohort or an enrollment. */
@Entity({ name: 'responsibilities' })
export class ResponsibilityEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text' }) role: BusinessRole;
  @Column({ type: 'text' }) scope: AssignmentScope;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'uuid', nullable: true }) enrollmentId: string | null;
  /** The account that assigned it, and its key; null if unknown. */
  @Column({ type: 'uuid', nullable: true }) assignedBy: string | null;
  @Column({ type: 'uuid', nullable: true }) assignedByKey: string | null;

  @Column({ type: 'timestamptz' }) startedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
