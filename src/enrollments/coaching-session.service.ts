import { Injectable } from '@nestjs/common';
import { listMemberNames } from '../identity/identity.public.js';
import { invalidField } from '../platform/errors/service-error.js';
import type { EventDeclaration } from '../platform/events/event.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import { checkMove, type Transitions } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import {
  toCoachingSession,
  type CoachingSession,
  type CompleteCoachingSessionRequest,
  type CreateCoachingSessionRequest,
} from './coaching-session.dto.js';
import type { CoachingSessionEntity, CoachingSessionStatus } from './coaching-session.entity.js';
import {
  coachingSessionCancelled,
  coachingSessionCompleted,
  coachingSessionCreated,
  type CoachingSessionChange,
} from './coaching-session.operations.js';
import { CoachingSessionRepository } from './coaching-session.repository.js';
import { namedPage } from './named-page.js';

const transitions: Transitions<CoachingSessionStatus> = { planned: ['held', 'cancelled'], held: [], cancelled: [] };

type Outcome = Pick<CoachingSessionEntity, 'status' | 'heldAt' | 'summary'>;

@Injectable()
export class CoachingSessionService {
  constructor(private readonly sessions: CoachingSessionRepository) {}

  async create(uow: UnitOfWork, enrollmentId: string, request: CreateCoachingSessionRequest): Promise<CoachingSession> {
    const heldAt = request.heldAt ?? null;
    checkHeldAt(uow, heldAt);
    const session: NewRow<CoachingSessionEntity> = {
      id: uow.newId(),
      enrollmentId,
      status: heldAt ? 'held' : 'planned',
      scheduledAt: request.scheduledAt ?? null,
      heldAt,
      summary: request.summary || null,
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
      updatedAt: uow.now,
    };
    this.sessions.add(uow, session);
    const { coachingSessionId, ...changes } = changeOf(session);
    uow.record(coachingSessionCreated, {
      targetId: coachingSessionId,
      changes,
      data: { coachingSessionId, ...changes },
    });
    return toCoachingSession(session, await listMemberNames(uow, [session.createdBy]));
  }

  async list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<CoachingSession>> {
    const page = await this.sessions.list(scope, enrollmentId, query);
    return namedPage(scope, page, (session) => [session.createdBy], toCoachingSession);
  }

  complete(uow: UnitOfWork, id: string, request: CompleteCoachingSessionRequest): Promise<CoachingSession> {
    const heldAt = request.heldAt ?? uow.now;
    checkHeldAt(uow, heldAt);
    return this.end(uow, id, { status: 'held', heldAt, summary: request.summary || null }, coachingSessionCompleted);
  }

  cancel(uow: UnitOfWork, id: string): Promise<CoachingSession> {
    return this.end(uow, id, { status: 'cancelled', heldAt: null, summary: null }, coachingSessionCancelled);
  }

  private async end(
    uow: UnitOfWork,
    id: string,
    outcome: Outcome,
    event: EventDeclaration<CoachingSessionChange>,
  ): Promise<CoachingSession> {
    const before = await this.sessions.getForUpdate(uow, id);
    checkMove('coaching session', transitions, before.status, outcome.status);
    const session = { ...before, ...outcome, updatedAt: uow.now };
    this.sessions.update(uow, id, { ...outcome, updatedAt: uow.now });
    const data = changeOf(session);
    uow.record(event, {
      targetId: id,
      changes: { status: { from: before.status, to: outcome.status }, heldAt: data.heldAt },
      data,
    });
    return toCoachingSession(session, await listMemberNames(uow, [session.createdBy]));
  }
}

function checkHeldAt(uow: UnitOfWork, heldAt: Date | null): void {
  if (heldAt && heldAt > uow.now) throw invalidField('heldAt', 'must not be in the future');
}

/** What followers learn: when and how it stands, not what was said. */
function changeOf(session: NewRow<CoachingSessionEntity>): CoachingSessionChange {
  return {
    coachingSessionId: session.id,
    enrollmentId: session.enrollmentId,
    status: session.status,
    scheduledAt: session.scheduledAt?.toISOString() ?? null,
    heldAt: session.heldAt?.toISOString() ?? null,
  };
}
