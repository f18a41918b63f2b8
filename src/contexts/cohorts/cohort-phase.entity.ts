import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A phase of a cohort. Phases are ordered by position. */
@Entity({ name: 'cohort_phases' })
export class CohortPhaseEntity extends TenantEntity {
  @Column({ type: 'uuid' }) cohortId: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'integer' }) position: number;
}
