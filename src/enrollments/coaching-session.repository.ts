import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { CoachingSessionEntity } from './coaching-session.entity.js';

@Injectable()
export class CoachingSessionRepository {
  /** Locks the row until the end of the unit: completing and cancelling wait for each other. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<CoachingSessionEntity> {
    const session = await uow.manager.findOne(CoachingSessionEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!session) throw notFound();
    return session;
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<CoachingSessionEntity>> {
    return listPage(scope, CoachingSessionEntity, query, { equal: { enrollmentId } }, (row) => row);
  }

  add(uow: UnitOfWork, session: NewRow<CoachingSessionEntity>): void {
    uow.insert(CoachingSessionEntity, session);
  }

  update(uow: UnitOfWork, id: string, change: Change<CoachingSessionEntity>): void {
    uow.update(CoachingSessionEntity, id, change);
  }
}
