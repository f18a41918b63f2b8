import { Injectable } from '@nestjs/common';
import { listMemberNames } from '../identity/identity.public.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import { checkMove, type Transitions } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toBlocker, type Blocker, type OpenBlockerRequest, type ResolveBlockerRequest } from './blocker.dto.js';
import type { BlockerEntity, BlockerStatus } from './blocker.entity.js';
import { blockerOpened, blockerResolved } from './blocker.operations.js';
import { BlockerRepository } from './blocker.repository.js';
import { namedPage } from './named-page.js';

const transitions: Transitions<BlockerStatus> = { open: ['resolved'], resolved: [] };

@Injectable()
export class BlockerService {
  constructor(private readonly blockers: BlockerRepository) {}

  async open(uow: UnitOfWork, enrollmentId: string, { title, urgency }: OpenBlockerRequest): Promise<Blocker> {
    const blocker: NewRow<BlockerEntity> = {
      id: uow.newId(),
      enrollmentId,
      title,
      urgency,
      status: 'open',
      resolution: null,
      openedBy: uow.caller.accountId,
      openedAt: uow.now,
      resolvedBy: null,
      resolvedAt: null,
    };
    this.blockers.add(uow, blocker);
    uow.record(blockerOpened, {
      targetId: blocker.id,
      changes: { enrollmentId, title, urgency },
      data: { blockerId: blocker.id, enrollmentId, urgency },
    });
    return toBlocker(blocker, await listMemberNames(uow, [blocker.openedBy]));
  }

  async list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<Blocker>> {
    const page = await this.blockers.list(scope, enrollmentId, query);
    return namedPage(scope, page, (blocker) => [blocker.openedBy, blocker.resolvedBy], toBlocker);
  }

  async resolve(uow: UnitOfWork, id: string, request: ResolveBlockerRequest): Promise<Blocker> {
    const blocker = await this.blockers.getForUpdate(uow, id);
    checkMove('blocker', transitions, blocker.status, 'resolved');
    const change = {
      status: 'resolved',
      // A blank text says as little as none.
      resolution: request.resolution || null,
      resolvedBy: uow.caller.accountId,
      resolvedAt: uow.now,
    } as const;
    this.blockers.update(uow, id, change);
    const { enrollmentId, openedBy } = blocker;
    uow.record(blockerResolved, {
      targetId: id,
      changes: { status: { from: blocker.status, to: change.status } },
      data: { blockerId: id, enrollmentId },
    });
    return toBlocker({ ...blocker, ...change }, await listMemberNames(uow, [openedBy, change.resolvedBy]));
  }
}
