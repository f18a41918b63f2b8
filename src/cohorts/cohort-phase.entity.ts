import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

/** A named stretch of a cohort's run; phases are ordered by position. */
@Entity({ name: 'cohort_phases' })
export class CohortPhaseEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  cohortId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'integer' })
  position: number;
}
