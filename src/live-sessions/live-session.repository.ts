import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { pageSize, toPage, type Page } from '../platform/lists/page.js';
import { readTimeCursor, timeKey } from '../platform/lists/time-cursor.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { LiveSessionCohortEntity } from './live-session-cohort.entity.js';
import type { LiveSessionQuery } from './live-session.dto.js';
import { LiveSessionEntity } from './live-session.entity.js';

const listKnownCohorts = statement<{ id: string }>(
  'list_known_cohorts',
  'select id from cohorts where organization_id = $1 and id = any($2::uuid[])',
);

const listSessionCohorts = statement<{ live_session_id: string; cohort_id: string }>(
  'list_live_session_cohorts',
  `select live_session_id, cohort_id from live_session_cohorts
   where organization_id = $1 and live_session_id = any($2::uuid[])
   order by id`,
);

const FOR_COHORT = `exists (
  select 1 from live_session_cohorts t
  where t.organization_id = row.organization_id and t.live_session_id = row.id and t.cohort_id = :cohortId)`;

@Injectable()
export class LiveSessionRepository {
  /** In the order in which they start, which the cursor carries. */
  async list(scope: Scope, query: LiveSessionQuery): Promise<Page<LiveSessionEntity>> {
    const { cohortId, from, to } = query;
    const place = readTimeCursor(query);
    const select = scope.manager
      .createQueryBuilder(LiveSessionEntity, 'row')
      .where('row.organizationId = :organizationId', { organizationId: scope.organizationId })
      .orderBy('row.startsAt', 'ASC')
      .addOrderBy('row.id', 'ASC')
      .limit(pageSize(query) + 1);
    if (cohortId !== undefined) select.andWhere(FOR_COHORT, { cohortId });
    if (from) select.andWhere('row.startsAt >= :from', { from: from.toISOString() });
    if (to) select.andWhere('row.startsAt <= :to', { to: to.toISOString() });
    if (place) select.andWhere('(row.startsAt, row.id) > (:at, :id)', place);
    return toPage(
      await select.getMany(),
      query,
      (row) => timeKey(row.startsAt, row.id),
      (row) => row,
    );
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<LiveSessionEntity> {
    const session = await scope.manager.findOneBy(LiveSessionEntity, { organizationId: scope.organizationId, id });
    if (!session) throw notFound();
    return session;
  }

  /** Locks the row until the end of the unit: cancelling and recording wait for each other. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<LiveSessionEntity> {
    const session = await uow.manager.findOne(LiveSessionEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!session) throw notFound();
    return session;
  }

  /** Those of the given cohorts that the organization has. */
  async listKnownCohorts(scope: Scope, cohortIds: readonly string[]): Promise<Set<string>> {
    return new Set((await scope.query(listKnownCohorts, [cohortIds])).map((row) => row.id));
  }

  /** The cohorts of the given sessions, by session, in the order in which they were given. */
  async listCohortIds(scope: Scope, sessionIds: readonly string[]): Promise<Map<string, string[]>> {
    const bySession = new Map<string, string[]>(sessionIds.map((id) => [id, []]));
    for (const row of await scope.query(listSessionCohorts, [sessionIds])) {
      bySession.get(row.live_session_id)?.push(row.cohort_id);
    }
    return bySession;
  }

  add(uow: UnitOfWork, session: NewRow<LiveSessionEntity>, cohortIds: readonly string[]): void {
    uow.insert(LiveSessionEntity, session);
    for (const cohortId of cohortIds) {
      uow.insert(LiveSessionCohortEntity, { id: uow.newId(), liveSessionId: session.id, cohortId });
    }
  }

  update(uow: UnitOfWork, id: string, change: Change<LiveSessionEntity>): void {
    uow.update(LiveSessionEntity, id, change);
  }
}
