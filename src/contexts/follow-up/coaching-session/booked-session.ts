import { toResource } from '#kernel/fields';
import type { Change, NewRow } from '#kernel/persistence';
import { fieldChanges } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { CoachingSessionEntity } from './coaching-session.entity.js';
import {
  cancelCoachingSession,
  CoachingSessionChange,
  createCoachingSession,
  updateCoachingSession,
} from './coaching-session.operations.js';

/** Plans the session of a booking, with the audit entry and the event of a session that is planned alone. Returns its id. */
export function planBookedSession(
  uow: UnitOfWork,
  planned: { enrollmentId: string; scheduledAt: Date; title: string },
): string {
  const session = uow.insert(CoachingSessionEntity, { ...planned, status: 'planned' });
  const { enrollmentId, status, scheduledAt, heldAt } = session;
  const changes = { enrollmentId, status, scheduledAt, heldAt };
  uow.recordAlso(createCoachingSession, { targetId: session.id, changes, data: dataOf(session) });
  return session.id;
}

/** Locks the session of a booking, which comes before the booking. */
export function lockBookedSession(uow: UnitOfWork, id: string): Promise<CoachingSessionEntity> {
  return uow.getForUpdate(CoachingSessionEntity, id);
}

/** Gives the locked session of a booking another time. */
export function moveBookedSession(uow: UnitOfWork, session: CoachingSessionEntity, scheduledAt: Date): void {
  const { moved, changes } = change(uow, session, { scheduledAt });
  const data = { ...dataOf(moved), fields: ['scheduledAt'] };
  uow.recordAlso(updateCoachingSession, { targetId: session.id, changes, data });
}

/** Cancels the locked session of a booking. */
export function cancelBookedSession(uow: UnitOfWork, session: CoachingSessionEntity): void {
  const { moved, changes } = change(uow, session, { status: 'cancelled' });
  uow.recordAlso(cancelCoachingSession, { targetId: session.id, changes, data: dataOf(moved) });
}

/** `changeAll` notes nothing: the changes belong to the session's own audit entry. */
function change(uow: UnitOfWork, session: CoachingSessionEntity, columns: Change<CoachingSessionEntity>) {
  const [moved] = uow.changeAll(CoachingSessionEntity, [session], columns);
  return { moved, changes: fieldChanges(CoachingSessionEntity, session, columns) };
}

function dataOf(session: NewRow<CoachingSessionEntity>): CoachingSessionChange {
  return toResource(CoachingSessionChange, { ...session, coachingSessionId: session.id });
}
