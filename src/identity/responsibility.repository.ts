import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toResponsibility, type ResponsibilitiesQuery, type Responsibility } from './responsibility.dto.js';
import { ResponsibilityEntity } from './responsibility.entity.js';

@Injectable()
export class ResponsibilityRepository {
  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<ResponsibilityEntity> {
    const responsibility = await uow.manager.findOne(ResponsibilityEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!responsibility) throw notFound();
    return responsibility;
  }

  list(scope: Scope, query: ResponsibilitiesQuery): Promise<Page<Responsibility>> {
    const { memberId, role } = query;
    return listPage(scope, ResponsibilityEntity, query, { equal: { memberId, role } }, toResponsibility);
  }

  add(uow: UnitOfWork, responsibility: NewRow<ResponsibilityEntity>): void {
    uow.insert(ResponsibilityEntity, responsibility);
  }

  update(uow: UnitOfWork, id: string, change: Change<ResponsibilityEntity>): void {
    uow.update(ResponsibilityEntity, id, change);
  }
}
