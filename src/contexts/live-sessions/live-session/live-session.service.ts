import { Injectable } from '@nestjs/common';
import { invalidFields } from '#kernel/errors/service-error.js';
import { toResource } from '#kernel/fields/to-resource.js';
import type { Page } from '#kernel/lists/page.js';
import { checkMove } from '#kernel/operations/transitions.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { AttendanceRepository } from '../attendance/attendance.repository.js';
import { LiveSessionCohortEntity } from './live-session-cohort.entity.js';
import {
  LiveSession,
  type LiveSessionQuery,
  LiveSessionWithAttendance,
  type ScheduleLiveSessionRequest,
} from './live-session.dto.js';
import { LIVE_SESSION_MOVES, LiveSessionEntity } from './live-session.entity.js';
import { cancelLiveSession, createLiveSession, LiveSessionCreated } from './live-session.operations.js';
import { LiveSessionRepository } from './live-session.repository.js';

@Injectable()
export class LiveSessionService {
  constructor(
    private readonly sessions: LiveSessionRepository,
    private readonly attendances: AttendanceRepository,
  ) {}

  async list(scope: Scope, query: LiveSessionQuery): Promise<Page<LiveSession>> {
    const { items, nextCursor } = await this.sessions.list(scope, query);
    const ids = items.map((session) => session.id);
    const cohortIds = await this.sessions.listCohortIds(scope, ids);
    const toItem = (session: LiveSessionEntity) =>
      toResource(LiveSession, { ...session, cohortIds: cohortIds.get(session.id) ?? [] });
    return { items: items.map(toItem), nextCursor };
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
    const liveSessionId = session.id;
    for (const cohortId of cohortIds) uow.insert(LiveSessionCohortEntity, { liveSessionId, cohortId });
    const { title, startsAt, endsAt, timezone } = session;
    uow.record(createLiveSession.event, {
      targetId: liveSessionId,
      changes: { title, startsAt, endsAt, timezone, cohortIds },
      data: toResource(LiveSessionCreated, { ...session, liveSessionId, cohortIds }),
    });
    return toResource(LiveSessionWithAttendance, { ...session, cohortIds, attendance: [] });
  }

  async cancel(uow: UnitOfWork, id: string): Promise<LiveSessionWithAttendance> {
    const session = await uow.getForUpdate(LiveSessionEntity, id);
    checkMove('live session', LIVE_SESSION_MOVES, session.status, 'cancelled');
    uow.change(LiveSessionEntity, session, { status: 'cancelled' });
    uow.record(cancelLiveSession.event, { targetId: id, data: { liveSessionId: id } });
    return this.get(uow, id);
  }

  private async checkCohorts(uow: UnitOfWork, cohortIds: readonly string[]): Promise<void> {
    const known = await this.sessions.listKnownCohorts(uow, cohortIds);
    const issues = cohortIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `cohortIds.${index}`, issue: 'must be a cohort of the organization' }],
    );
    if (issues.length > 0) throw invalidFields(issues);
  }
}
