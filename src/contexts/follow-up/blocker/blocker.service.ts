import { Injectable } from '@nestjs/common';
import type { Page, PageQuery } from '#kernel/lists';
import { lifecycle, type Scope, type UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { checkOpenBlockers } from '../enrollment-bounds.js';
import { BLOCKERS, type Blocker, type OpenBlockerRequest, type UpdateBlockerRequest } from './blocker.dto.js';
import { BlockerEntity, type BlockerStatus } from './blocker.entity.js';
import { openBlocker, resolveBlocker, updateBlocker } from './blocker.operations.js';
import { followUpTables } from '../follow-up.tables.js';

const BLOCKER = lifecycle<BlockerStatus>('blocker', { open: ['resolved'], resolved: [] });

const listBlockers = followUpTables.list('list_blockers', { rows: BlockerEntity, of: ['enrollmentId'] });

@Injectable()
export class BlockerService {
  async open(uow: UnitOfWork, enrollmentId: string, request: OpenBlockerRequest): Promise<Blocker> {
    return BLOCKERS.one(uow, await this.openOn(uow, enrollmentId, request, { reportedByMember: false }));
  }

  async openOn(
    uow: UnitOfWork,
    enrollmentId: string,
    { title, urgency }: OpenBlockerRequest,
    { reportedByMember }: { reportedByMember: boolean },
  ): Promise<NewRow<BlockerEntity>> {
    await checkOpenBlockers(uow, enrollmentId);
    const opening = { openedBy: uow.caller.accountId, openedAt: uow.now, reportedByMember };
    const blocker = uow.insert(BlockerEntity, { enrollmentId, title, urgency, status: 'open', ...opening });
    // Newer operations put no free text into audit entries.
    const changes = reportedByMember ? { enrollmentId, urgency } : { enrollmentId, title, urgency };
    uow.record(openBlocker.event, blocker, changes);
    return blocker;
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<Blocker>> {
    return scope.list(listBlockers, { ...query, enrollmentId }, (blockers) => BLOCKERS.all(scope, blockers));
  }

  async get(scope: Scope, id: string): Promise<Blocker> {
    return BLOCKERS.one(scope, await scope.get(BlockerEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateBlockerRequest): Promise<Blocker> {
    const blocker = await uow.getForUpdate(BlockerEntity, id);
    BLOCKER.require(blocker, 'open');
    return BLOCKERS.one(uow, uow.patch(BlockerEntity, blocker, request, updateBlocker.event));
  }

  async resolve(uow: UnitOfWork, id: string, resolution?: string | null): Promise<Blocker> {
    const resolved = await uow.move(BlockerEntity, id, BLOCKER, 'resolved', resolveBlocker.event, {
      // A blank text says as little as none.
      resolution: resolution || null,
      resolvedBy: uow.caller.accountId,
      resolvedAt: uow.now,
    });
    return BLOCKERS.one(uow, resolved);
  }
}
