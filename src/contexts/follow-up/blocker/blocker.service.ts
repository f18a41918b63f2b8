import { Injectable } from '@nestjs/common';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { wrongStatus } from '#kernel/errors';
import type { Page, PageQuery } from '#kernel/lists';
import { checkMove, type Transitions } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { checkOpenBlockers } from '../enrollment-bounds.js';

import { toBlocker, type Blocker, type OpenBlockerRequest, type UpdateBlockerRequest } from './blocker.dto.js';
import { BlockerEntity, type BlockerStatus } from './blocker.entity.js';
import { openBlocker, resolveBlocker, updateBlocker } from './blocker.operations.js';
import { followUpTables } from '../follow-up.tables.js';
import { withNames } from '../named-page.js';

const transitions: Transitions<BlockerStatus> = { open: ['resolved'], resolved: [] };

const listBlockers = followUpTables.list('list_blockers', { rows: BlockerEntity, of: ['enrollmentId'] });

@Injectable()
export class BlockerService {
  async open(uow: UnitOfWork, enrollmentId: string, request: OpenBlockerRequest): Promise<Blocker> {
    return this.named(uow, await this.openOn(uow, enrollmentId, request, { reportedByMember: false }));
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
    uow.record(openBlocker.event, {
      targetId: blocker.id,
      // Newer operations put no free text into audit entries.
      changes: reportedByMember ? { enrollmentId, urgency } : { enrollmentId, title, urgency },
      data: { ...dataOf(blocker), reportedByMember },
    });
    return blocker;
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<Blocker>> {
    const named = withNames(scope, (row: BlockerEntity) => [row.openedBy, row.resolvedBy], toBlocker);
    return scope.list(listBlockers, { ...query, enrollmentId }, named);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateBlockerRequest): Promise<Blocker> {
    const blocker = await uow.getForUpdate(BlockerEntity, id);
    if (blocker.status !== 'open') throw wrongStatus('blocker', blocker.status);
    return this.named(uow, uow.patch(BlockerEntity, blocker, request, updateBlocker.event, dataOf));
  }

  async resolve(uow: UnitOfWork, id: string, resolution?: string | null): Promise<Blocker> {
    const blocker = await uow.getForUpdate(BlockerEntity, id);
    checkMove('blocker', transitions, blocker.status, 'resolved');
    const resolved = uow.change(BlockerEntity, blocker, {
      status: 'resolved',
      // A blank text says as little as none.
      resolution: resolution || null,
      resolvedBy: uow.caller.accountId,
      resolvedAt: uow.now,
    });
    uow.record(resolveBlocker.event, { targetId: id, data: { blockerId: id, enrollmentId: resolved.enrollmentId } });
    return this.named(uow, resolved);
  }

  private async named(scope: Scope, blocker: NewRow<BlockerEntity>): Promise<Blocker> {
    return toBlocker(blocker, await listMemberNames(scope, [blocker.openedBy, blocker.resolvedBy]));
  }
}

function dataOf({ id, enrollmentId, urgency }: NewRow<BlockerEntity>) {
  return { blockerId: id, enrollmentId, urgency };
}
