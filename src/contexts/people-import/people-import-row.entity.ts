import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';
import type { CoachPlan, EnrollmentPlan, MemberPlan, RowIssue } from './import-plan.js';

/** A row as it was sent, with the last judgement. A field that was invalid is null and among the `inputIssues`. */
@Entity({ name: 'people_import_rows' })
export class PeopleImportRowEntity extends TenantEntity {
  @Column({ type: 'uuid' }) peopleImportId: string;
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'text', nullable: true }) ref: string | null;
  @Column({ type: 'text', nullable: true }) email: string | null;
  @Column({ type: 'text', nullable: true }) name: string | null;
  @Column({ type: 'text', nullable: true }) externalId: string | null;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'text', nullable: true }) enrollmentStatus: 'pending' | 'active' | null;
  @Column({ type: 'text', nullable: true }) coachEmail: string | null;
  @Column({ type: 'jsonb' }) inputIssues: readonly RowIssue[];
  @Column({ type: 'text' }) memberPlan: MemberPlan;
  @Column({ type: 'text' }) enrollmentPlan: EnrollmentPlan;
  @Column({ type: 'text' }) coachPlan: CoachPlan;
  @Column({ type: 'text', array: true }) warnings: readonly string[];
  @Column({ type: 'jsonb' }) issues: readonly RowIssue[];
  @Column({ type: 'uuid', nullable: true }) memberId: string | null;
  @Column({ type: 'uuid', nullable: true }) enrollmentId: string | null;
}
