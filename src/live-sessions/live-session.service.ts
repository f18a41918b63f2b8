import { Injectable } from '@nestjs/common';
import { invalidFields } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { AttendanceRepository } from './attendance.repository.js';
import {
  toLiveSession,
  type LiveSession,
  type LiveSessionQuery,
  type LiveSessionWithAttendance,
  type ScheduleLiveSessionRequest,
} from './live-session.dto.js';
import { LIVE_SESSION_MOVES, type LiveSessionEntity } from './live-session.entity.js';
import { liveSessionCancelled, liveSessionCreated } from './live-session.operations.js';
import { LiveSessionRepository } from './live-session.repository.js';

@Injectable()
export class LiveSessionService {
  constructor(
    private readonly sessions: LiveSessionRepository,
    private readonly attendances: AttendanceRepository,
  ) {}

  async list(scope: Scope, query: LiveSessionQuery): Promise<Page<LiveSession>> {
    const { items, nextCursor } = await this.sessions.list(scope, query);
    const cohortIds = await this.sessions.listCohortIds(
      scope,
      items.map((session) => session.id),
    );
    return { items: items.map((session) => toLiveSession(session, cohortIds.get(session.id) ?? [])), nextCursor };
  }

  async get(scope: Scope, id: string): Promise<LiveSessionWithAttendance> {
    const session = await this.sessions.get(scope, id);
    const cohortIds = await this.sessions.listCohortIds(scope, [id]);
    const attendance = await this.attendances.list(scope, id);
    return { ...toLiveSession(session, cohortIds.get(id) ?? []), attendance };
  }

  async create(uow: UnitOfWork, request: ScheduleLiveSessionRequest): Promise<LiveSessionWithAttendance> {
    const { title, startsAt, endsAt, timezone, cohortIds } = request;
    await this.checkCohorts(uow, cohortIds);
    const session = {
      id: uow.newId(),
      title,
      startsAt,
      endsAt,
      timezone,
      status: 'scheduled',
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
      updatedAt: uow.now,
    } satisfies Omit<LiveSessionEntity, 'organizationId'>;
    this.sessions.add(uow, session, cohortIds);
    const resource = toLiveSession(session, cohortIds);
    uow.record(liveSessionCreated, {
      targetId: session.id,
      changes: { title, startsAt, endsAt, timezone, cohortIds },
      data: {
        liveSessionId: session.id,
        title,
        startsAt: resource.startsAt,
        endsAt: resource.endsAt,
        timezone,
        cohortIds,
      },
    });
    return { ...resource, attendance: [] };
  }

  async cancel(uow: UnitOfWork, id: string): Promise<LiveSessionWithAttendance> {
    const session = await this.sessions.getForUpdate(uow, id);
    checkMove('live session', LIVE_SESSION_MOVES, session.status, 'cancelled');
    this.sessions.update(uow, id, { status: 'cancelled', updatedAt: uow.now });
    uow.record(liveSessionCancelled, {
      targetId: id,
      changes: { status: 'cancelled' },
      data: { liveSessionId: id },
    });
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
