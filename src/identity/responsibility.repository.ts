import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toResponsibility, type ResponsibilitiesQuery, type Responsibility } from './responsibility.dto.js';
import { ResponsibilityEntity } from './responsibility.entity.js';

// What the member may do is about to change: whoever relies on it holds this row.
const lockHolder = statement(
  'lock_responsible_member',
  `select 1 from members m
   where m.organization_id = $1
     and m.id = (select r.member_id from responsibilities r where r.organization_id = $1 and r.id = $2)
   for no key update`,
);

@Injectable()
export class ResponsibilityRepository {
  /** Locks the member, then the row, until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<ResponsibilityEntity> {
    uow.queue(lockHolder, [id]);
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
