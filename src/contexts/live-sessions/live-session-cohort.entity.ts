import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A cohort invited to a live session. */
@Entity({ name: 'live_session_cohorts' })
export class LiveSessionCohortEntity extends TenantEntity {
  @Column({ type: 'uuid' }) liveSessionId: string;
  @Column({ type: 'uuid' }) cohortId: string;
}
