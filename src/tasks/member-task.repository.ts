import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { MemberTaskEntity } from './member-task.entity.js';

@Injectable()
export class MemberTaskRepository {
  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<MemberTaskEntity> {
    const task = await scope.manager.findOneBy(MemberTaskEntity, { organizationId: scope.organizationId, id });
    if (!task) throw notFound();
    return task;
  }

  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<MemberTaskEntity> {
    const task = await uow.manager.findOne(MemberTaskEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!task) throw notFound();
    return task;
  }

  list<Item>(
    scope: Scope,
    enrollmentId: string,
    query: PageQuery,
    toItem: (row: MemberTaskEntity) => Item,
  ): Promise<Page<Item>> {
    return listPage(scope, MemberTaskEntity, query, { equal: { enrollmentId } }, toItem);
  }

  add(uow: UnitOfWork, task: NewRow<MemberTaskEntity>): void {
    uow.insert(MemberTaskEntity, task);
  }

  update(uow: UnitOfWork, id: string, change: Change<MemberTaskEntity>): void {
    uow.update(MemberTaskEntity, id, change);
  }
}
