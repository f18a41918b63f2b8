import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import type { ProgramsQuery } from './program.dto.js';
import { ProgramEntity } from './program.entity.js';

type StatusMove = Pick<ProgramStatusChangeEntity, 'programId' | 'fromStatus' | 'toStatus' | 'reason'>;

@Injectable()
export class ProgramRepository {
  list<Item>(scope: Scope, query: ProgramsQuery, toItem: (program: ProgramEntity) => Item): Promise<Page<Item>> {
    return listPage(scope, ProgramEntity, query, { equal: { status: query.status } }, toItem);
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<ProgramEntity> {
    const program = await scope.manager.findOneBy(ProgramEntity, { organizationId: scope.organizationId, id });
    if (!program) throw notFound();
    return program;
  }

  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<ProgramEntity> {
    const program = await uow.manager.findOne(ProgramEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!program) throw notFound();
    return program;
  }

  /** The last two status changes, the latest first. */
  async listLatestChanges(scope: Scope, programId: string): Promise<ProgramStatusChangeEntity[]> {
    return scope.manager.find(ProgramStatusChangeEntity, {
      where: { organizationId: scope.organizationId, programId },
      order: { position: 'DESC' },
      take: 2,
    });
  }

  add(uow: UnitOfWork, program: NewRow<ProgramEntity>): void {
    uow.insert(ProgramEntity, program);
  }

  update(uow: UnitOfWork, id: string, change: Change<ProgramEntity>): void {
    uow.update(ProgramEntity, id, change);
  }

  /** Appends to the history of a program that is locked, or new and so without a latest change. */
  addChange(uow: UnitOfWork, latest: ProgramStatusChangeEntity | undefined, change: StatusMove): void {
    uow.insert(ProgramStatusChangeEntity, {
      id: uow.newId(),
      position: (latest?.position ?? 0) + 1,
      changedBy: uow.caller.accountId,
      changedAt: uow.now,
      ...change,
    });
  }
}
