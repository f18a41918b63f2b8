import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import { lifecycle, type Scope, type UnitOfWork } from '#kernel/work';
import type { Change } from '#kernel/persistence';
import {
  COACHING_SESSIONS,
  type CoachingSession,
  type CompleteCoachingSessionRequest,
  type CreateCoachingSessionRequest,
  type UpdateCoachingSessionRequest,
} from './coaching-session.dto.js';
import { CoachingSessionObservers } from './coaching-session-observers.js';
import { CoachingSessionEntity, type CoachingSessionStatus } from './coaching-session.entity.js';
import {
  cancelCoachingSession,
  completeCoachingSession,
  createCoachingSession,
  updateCoachingSession,
} from './coaching-session.operations.js';
import { followUpTables } from '../follow-up.tables.js';

const SESSION = lifecycle<CoachingSessionStatus>('coaching session', {
  planned: ['held', 'cancelled'],
  held: [],
  cancelled: [],
});

const listSessions = followUpTables.list('list_coaching_sessions', {
  rows: CoachingSessionEntity,
  of: ['enrollmentId'],
});

@Injectable()
export class CoachingSessionService {
  constructor(private readonly observers: CoachingSessionObservers) {}

  async create(uow: UnitOfWork, enrollmentId: string, request: CreateCoachingSessionRequest): Promise<CoachingSession> {
    const { heldAt } = request;
    checkHeldAt(uow, heldAt);
    const session = uow.insert(CoachingSessionEntity, {
      enrollmentId,
      status: heldAt ? 'held' : 'planned',
      scheduledAt: request.scheduledAt,
      heldAt,
      // A blank text says as little as none.
      summary: request.summary || null,
      title: request.title || null,
    });
    // The summary is left out: readers of audit entries and events may have no access to the enrollment.
    uow.record(createCoachingSession.event, session, ['enrollmentId', 'status', 'scheduledAt', 'heldAt']);
    return COACHING_SESSIONS.one(uow, session);
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<CoachingSession>> {
    return scope.list(listSessions, { ...query, enrollmentId }, (sessions) => COACHING_SESSIONS.all(scope, sessions));
  }

  async get(scope: Scope, id: string): Promise<CoachingSession> {
    return COACHING_SESSIONS.one(scope, await scope.get(CoachingSessionEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateCoachingSessionRequest): Promise<CoachingSession> {
    const session = await uow.getForUpdate(CoachingSessionEntity, id);
    SESSION.require(session, 'planned', 'held');
    const refused = session.status === 'planned' ? 'summary' : 'scheduledAt';
    if (request[refused] !== undefined) throw invalidField(refused, `must be absent for a ${session.status} session`);
    if (request.scheduledAt) await this.observers.checkMayMove(uow, session);
    const change: Change<CoachingSessionEntity> = sentFields(request);
    for (const field of ['summary', 'title'] as const) if (field in change) change[field] ||= null;
    return COACHING_SESSIONS.one(uow, uow.patch(CoachingSessionEntity, session, change, updateCoachingSession.event));
  }

  async complete(uow: UnitOfWork, id: string, request: CompleteCoachingSessionRequest): Promise<CoachingSession> {
    const heldAt = request.heldAt ?? uow.now;
    checkHeldAt(uow, heldAt);
    const change = { heldAt, summary: request.summary || null };
    const { event } = completeCoachingSession;
    return this.ended(uow, await uow.move(CoachingSessionEntity, id, SESSION, 'held', event, change));
  }

  async cancel(uow: UnitOfWork, id: string): Promise<CoachingSession> {
    const change = { heldAt: null, summary: null };
    const { event } = cancelCoachingSession;
    return this.ended(uow, await uow.move(CoachingSessionEntity, id, SESSION, 'cancelled', event, change));
  }

  private async ended(uow: UnitOfWork, session: CoachingSessionEntity): Promise<CoachingSession> {
    await this.observers.ended(uow, session);
    return COACHING_SESSIONS.one(uow, session);
  }
}

function checkHeldAt(uow: UnitOfWork, heldAt: Date | null | undefined): void {
  if (heldAt && heldAt > uow.now) throw invalidField('heldAt', 'must not be in the future');
}
