import { Injectable } from '@nestjs/common';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import { checkMove, type Transitions } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Change, NewRow } from '#kernel/persistence';
import type { EventDeclaration } from '#kernel/events';
import {
  toCoachingSession,
  type CoachingSession,
  type CompleteCoachingSessionRequest,
  type CreateCoachingSessionRequest,
  type UpdateCoachingSessionRequest,
} from './coaching-session.dto.js';
import { CoachingSessionEntity, type CoachingSessionStatus } from './coaching-session.entity.js';
import {
  cancelCoachingSession,
  CoachingSessionChange,
  completeCoachingSession,
  createCoachingSession,
  updateCoachingSession,
} from './coaching-session.operations.js';
import { followUpTables } from '../follow-up.tables.js';
import { withNames } from '../named-page.js';

const transitions: Transitions<CoachingSessionStatus> = { planned: ['held', 'cancelled'], held: [], cancelled: [] };

type Outcome = Pick<CoachingSessionEntity, 'status' | 'heldAt' | 'summary'>;

const listSessions = followUpTables.list('list_coaching_sessions', {
  rows: CoachingSessionEntity,
  of: ['enrollmentId'],
});

@Injectable()
export class CoachingSessionService {
  async create(uow: UnitOfWork, enrollmentId: string, request: CreateCoachingSessionRequest): Promise<CoachingSession> {
    const { scheduledAt, heldAt } = request;
    checkHeldAt(uow, heldAt);
    const session = uow.insert(CoachingSessionEntity, {
      enrollmentId,
      status: heldAt ? 'held' : 'planned',
      scheduledAt,
      heldAt,
      // A blank text says as little as none.
      summary: request.summary || null,
      title: request.title || null,
    });
    const data = changeOf(session);
    const { coachingSessionId: targetId, ...changes } = data;
    uow.record(createCoachingSession.event, { targetId, changes, data });
    return toCoachingSession(session, await listMemberNames(uow, [session.createdBy]));
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<CoachingSession>> {
    const named = withNames(scope, (session: CoachingSessionEntity) => [session.createdBy], toCoachingSession);
    return scope.list(listSessions, { ...query, enrollmentId }, named);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateCoachingSessionRequest): Promise<CoachingSession> {
    const session = await uow.getForUpdate(CoachingSessionEntity, id);
    if (session.status === 'cancelled') throw wrongStatus('coaching session', session.status);
    const refused = session.status === 'planned' ? 'summary' : 'scheduledAt';
    if (request[refused] !== undefined) throw invalidField(refused, `must be absent for a ${session.status} session`);
    const change: Change<CoachingSessionEntity> = sentFields(request);
    for (const field of ['summary', 'title'] as const) if (field in change) change[field] ||= null;
    const updated = uow.patch(CoachingSessionEntity, session, change, updateCoachingSession.event, changeOf);
    return toCoachingSession(updated, await listMemberNames(uow, [updated.createdBy]));
  }

  complete(uow: UnitOfWork, id: string, request: CompleteCoachingSessionRequest): Promise<CoachingSession> {
    const heldAt = request.heldAt ?? uow.now;
    checkHeldAt(uow, heldAt);
    return this.end(
      uow,
      id,
      { status: 'held', heldAt, summary: request.summary || null },
      completeCoachingSession.event,
    );
  }

  cancel(uow: UnitOfWork, id: string): Promise<CoachingSession> {
    return this.end(uow, id, { status: 'cancelled', heldAt: null, summary: null }, cancelCoachingSession.event);
  }

  private async end(
    uow: UnitOfWork,
    id: string,
    outcome: Outcome,
    event: EventDeclaration<CoachingSessionChange>,
  ): Promise<CoachingSession> {
    const planned = await uow.getForUpdate(CoachingSessionEntity, id);
    checkMove('coaching session', transitions, planned.status, outcome.status);
    const session = uow.change(CoachingSessionEntity, planned, outcome);
    uow.record(event, { targetId: id, data: changeOf(session) });
    return toCoachingSession(session, await listMemberNames(uow, [session.createdBy]));
  }
}

function checkHeldAt(uow: UnitOfWork, heldAt: Date | null | undefined): void {
  if (heldAt && heldAt > uow.now) throw invalidField('heldAt', 'must not be in the future');
}

/** The summary is left out: readers of audit entries and events may have no access to the enrollment. */
function changeOf(session: NewRow<CoachingSessionEntity>): CoachingSessionChange {
  return toResource(CoachingSessionChange, { ...session, coachingSessionId: session.id });
}
