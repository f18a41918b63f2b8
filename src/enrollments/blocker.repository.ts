import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { BlockerEntity } from './blocker.entity.js';

@Injectable()
export class BlockerRepository {
  /** Locks the row until the end of the unit: one of two resolutions finds it resolved. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<BlockerEntity> {
    const blocker = await uow.manager.findOne(BlockerEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!blocker) throw notFound();
    return blocker;
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<BlockerEntity>> {
    return listPage(scope, BlockerEntity, query, { equal: { enrollmentId } }, (row) => row);
  }

  add(uow: UnitOfWork, blocker: NewRow<BlockerEntity>): void {
    uow.insert(BlockerEntity, blocker);
  }

  update(uow: UnitOfWork, id: string, change: Change<BlockerEntity>): void {
    uow.update(BlockerEntity, id, change);
  }
}
