import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { identityTables } from '../identity.tables.js';
import { ResponsibilityEntity } from './responsibility.entity.js';

// Transactions that rely on the member's permissions hold a lock on the member row.
const lockHolder = identityTables.statement(
  'lock_responsible_member',
  { id: 'uuid' },
  `select 1 from members m
   where m.organization_id = :organization
     and m.id = (select r.member_id from responsibilities r where r.organization_id = :organization and r.id = :id)
   for no key update`,
);

const countCurrent = identityTables
  .statement(
    'count_current_responsibilities',
    { member: 'uuid' },
    `select count(*)::integer as current from responsibilities
     where organization_id = :organization and member_id = :member and ended_at is null`,
  )
  .returning<{ current: number }>();

@Injectable()
export class ResponsibilityRepository {
  /** Locks the member, then the row, until the end of the unit. Throws 404. */
  getForUpdate(uow: UnitOfWork, id: string): Promise<ResponsibilityEntity> {
    uow.queue(lockHolder, { id });
    return uow.getForUpdate(ResponsibilityEntity, id);
  }

  async countCurrent(uow: UnitOfWork, member: string): Promise<number> {
    const [row] = await uow.query(countCurrent, { member });
    return row.current;
  }
}
