import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

/** A cohort that a live session is for. */
@Entity({ name: 'live_session_cohorts' })
export class LiveSessionCohortEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  liveSessionId: string;

  @Column({ type: 'uuid' })
  cohortId: string;
}
