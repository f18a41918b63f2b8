import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';

/** The events that observers record of a member who is detached. */
export const RECORDED_OF_DETACHED_MEMBER = ['calendar_connection.disconnected'] as const;

/** Another context's part of the transaction that detaches a member, whose row is locked. */
export interface MemberObserver {
  detached(uow: UnitOfWork, memberId: string): Promise<void>;
}

/** The observers of members. A context registers its own when its module starts. */
@Injectable()
export class MemberObservers {
  private readonly observers: MemberObserver[] = [];

  register(observer: MemberObserver): void {
    this.observers.push(observer);
  }

  async detached(uow: UnitOfWork, memberId: string): Promise<void> {
    for (const observer of this.observers) await observer.detached(uow, memberId);
  }
}
