import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { invalidField, invalidFields } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { AttendanceRepository, listRecordedCohorts, moveAttendances } from './attendance.repository.js';
import {
  LiveSession,
  type LiveSessionQuery,
  LiveSessionWithAttendance,
  type ScheduleLiveSessionRequest,
  type UpdateLiveSessionRequest,
} from './live-session.dto.js';
import { LIVE_SESSION, LiveSessionEntity } from './live-session.entity.js';
import {
  cancelLiveSession,
  createLiveSession,
  updateLiveSession,
  alreadyHeld,
  cohortAttended,
} from './live-session.operations.js';
import { LiveSessionRepository, liveSessionList } from './live-session.repository.js';
import { Changes } from '#kernel/persistence';

@Injectable()
export class LiveSessionService {
  constructor(
    private readonly sessions: LiveSessionRepository,
    private readonly attendances: AttendanceRepository,
  ) {}

  list(scope: Scope, query: LiveSessionQuery): Promise<Page<LiveSession>> {
    return scope.list(liveSessionList, query, async (sessions) => {
      const cohortIds = await this.sessions.listCohortIds(scope, idsOf(sessions));
      return sessions.map((row) => toResource(LiveSession, { ...row, cohortIds: cohortIds.get(row.id) ?? [] }));
    });
  }

  async get(scope: Scope, id: string): Promise<LiveSessionWithAttendance> {
    const session = await scope.get(LiveSessionEntity, id);
    const cohortIds = (await this.sessions.listCohortIds(scope, [id])).get(id) ?? [];
    const attendance = await this.attendances.list(scope, id);
    return toResource(LiveSessionWithAttendance, { ...session, cohortIds, attendance });
  }

  async create(uow: UnitOfWork, request: ScheduleLiveSessionRequest): Promise<LiveSessionWithAttendance> {
    const { cohortIds, ...fields } = request;
    await this.checkCohorts(uow, cohortIds);
    const session = uow.insert(LiveSessionEntity, { ...fields, status: 'scheduled' });
    this.sessions.addCohorts(uow, session.id, cohortIds);
    const scheduled = { ...session, cohortIds };
    uow.record(createLiveSession.event, scheduled, ['title', 'startsAt', 'endsAt', 'timezone', 'cohortIds']);
    return toResource(LiveSessionWithAttendance, { ...scheduled, attendance: [] });
  }

  async update(uow: UnitOfWork, id: string, request: UpdateLiveSessionRequest): Promise<LiveSessionWithAttendance> {
    const session = await uow.getForUpdate(LiveSessionEntity, id);
    LIVE_SESSION.require(session, 'scheduled');
    const { cohortIds: cohorts, ...columns } = sentFields(request);
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.get(uow, id);
    }
    const before = (await this.sessions.listCohortIds(uow, [id])).get(id) ?? [];
    const cohortIds = cohorts ?? before;
    await this.checkUpdate(uow, { ...session, ...columns }, cohortIds, request);
    const updated = uow.change(LiveSessionEntity, session, columns);
    if (columns.startsAt) uow.queue(moveAttendances, { session: id, startsAt: updated.startsAt });
    const replaced = !isDeepStrictEqual(cohortIds, before);
    if (replaced) this.sessions.replaceCohorts(uow, id, cohortIds);
    const changes: Changes = replaced ? { cohortIds: { from: before, to: cohortIds } } : {};
    uow.record(updateLiveSession.event, { ...updated, cohortIds, fields }, changes);
    return this.get(uow, id);
  }

  async cancel(uow: UnitOfWork, id: string): Promise<LiveSessionWithAttendance> {
    await uow.move(LiveSessionEntity, id, LIVE_SESSION, 'cancelled', cancelLiveSession.event);
    return this.get(uow, id);
  }

  /** The rules about the updated session, whose row is locked: no attendance is recorded meanwhile. */
  private async checkUpdate(
    uow: UnitOfWork,
    { id, startsAt, endsAt }: Pick<LiveSessionEntity, 'id' | 'startsAt' | 'endsAt'>,
    cohortIds: readonly string[],
    request: UpdateLiveSessionRequest,
  ): Promise<void> {
    if (endsAt < startsAt) {
      if (request.endsAt) throw invalidField('endsAt', 'must not be before startsAt');
      throw invalidField('startsAt', 'must not be after endsAt');
    }
    if (request.cohortIds) await this.checkCohorts(uow, cohortIds);
    const recorded = await uow.query(listRecordedCohorts, { session: id });
    if (recorded.length === 0) return;
    if (request.startsAt && startsAt > uow.now) throw alreadyHeld.error();
    if (recorded.some((cohort) => !cohortIds.includes(cohort.id))) throw cohortAttended.error();
  }

  private async checkCohorts(uow: UnitOfWork, cohortIds: readonly string[]): Promise<void> {
    const existing = await this.sessions.listKnownCohorts(uow, cohortIds);
    const issues = cohortIds.flatMap((id, index) =>
      existing.has(id) ? [] : [{ field: `cohortIds.${index}`, issue: 'must be a cohort of the organization' }],
    );
    if (issues.length > 0) throw invalidFields(issues);
  }
}
