import { Injectable } from '@nestjs/common';
import { Scope, UnitOfWork } from '#kernel/work';
import { LiveSessionCohortEntity } from './live-session-cohort.entity.js';
import { LiveSessionEntity } from './live-session.entity.js';
import { liveSessionTables } from './live-sessions.tables.js';

const listKnownCohorts = liveSessionTables
  .statement(
    'list_known_cohorts',
    { ids: 'uuid[]' },
    'select id from cohorts where organization_id = :organization and id = any(:ids::uuid[])',
  )
  .returning<{ id: string }>();

const listSessionCohorts = liveSessionTables
  .statement(
    'list_live_session_cohorts',
    { sessions: 'uuid[]' },
    `select live_session_id as session, array_agg(cohort_id order by id) as "cohortIds" from live_session_cohorts
     where organization_id = :organization and live_session_id = any(:sessions::uuid[])
     group by live_session_id`,
  )
  .returning<{ session: string; cohortIds: string[] }>();

const deleteSessionCohorts = liveSessionTables.statement(
  'delete_live_session_cohorts',
  { session: 'uuid' },
  'delete from live_session_cohorts where organization_id = :organization and live_session_id = :session',
);

export const liveSessionList = liveSessionTables.list('list_live_sessions', {
  rows: LiveSessionEntity,
  filters: {
    cohortId: [
      'uuid',
      `exists (
         select 1 from live_session_cohorts t
         where t.organization_id = :organization and t.live_session_id = item.id and t.cohort_id = :cohortId)`,
    ],
    from: ['timestamptz', 'item.starts_at >= :from'],
    to: ['timestamptz', 'item.starts_at <= :to'],
  },
  order: { asc: ['startsAt', 'id'] },
});

@Injectable()
export class LiveSessionRepository {
  addCohorts(uow: UnitOfWork, liveSessionId: string, cohortIds: readonly string[]): void {
    for (const cohortId of cohortIds) uow.insert(LiveSessionCohortEntity, { liveSessionId, cohortId });
  }

  /** The session's row must be locked. */
  replaceCohorts(uow: UnitOfWork, liveSessionId: string, cohortIds: readonly string[]): void {
    uow.queue(deleteSessionCohorts, { session: liveSessionId });
    this.addCohorts(uow, liveSessionId, cohortIds);
  }

  /** The given ids that are cohorts of the organization. */
  async listKnownCohorts(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
    return new Set((await scope.query(listKnownCohorts, { ids })).map((row) => row.id));
  }

  /** The cohorts of the live sessions, by session id, in the order in which they were sent. */
  async listCohortIds(scope: Scope, sessions: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await scope.query(listSessionCohorts, { sessions });
    return new Map(rows.map((row) => [row.session, row.cohortIds]));
  }
}
