import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import type { CoachingSessionEntity } from './coaching-session.entity.js';

/** The events that observers record of a session that was held, and of one that was cancelled. */
export const RECORDED_OF_HELD_SESSION = ['booking.held'] as const;
export const RECORDED_OF_CANCELLED_SESSION = ['booking.cancelled'] as const;

/** Another context's part of the transaction that changes a coaching session, whose row is locked. */
export interface CoachingSessionObserver {
  /** Throws 409 where the session gets its time from elsewhere. */
  checkMayMove(uow: UnitOfWork, session: CoachingSessionEntity): Promise<void>;
  /** The session was held or cancelled in this unit of work. */
  ended(uow: UnitOfWork, session: CoachingSessionEntity): Promise<void>;
}

/** The observers of coaching sessions. A context registers its own when its module starts. */
@Injectable()
export class CoachingSessionObservers {
  private readonly observers: CoachingSessionObserver[] = [];

  register(observer: CoachingSessionObserver): void {
    this.observers.push(observer);
  }

  async checkMayMove(uow: UnitOfWork, session: CoachingSessionEntity): Promise<void> {
    for (const observer of this.observers) await observer.checkMayMove(uow, session);
  }

  async ended(uow: UnitOfWork, session: CoachingSessionEntity): Promise<void> {
    for (const observer of this.observers) await observer.ended(uow, session);
  }
}
