import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
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

const listEnrollments = identityTables
  .statement(
    'list_enrollments_to_coach',
    { cohort: 'uuid', ids: 'uuid[]', member: 'uuid' },
    `select e.id, (
       select r.id from responsibilities r
       where r.organization_id = :organization and r.member_id = :member and r.enrollment_id = e.id
         and r.role = 'coach' and r.ended_at is null limit 1) as responsibility
     from enrollments e
     where e.organization_id = :organization and e.cohort_id = :cohort and e.id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; responsibility: string | null }>();

@Injectable()
export class ResponsibilityRepository {
  /** Locks the member, then the row, until the end of the unit. Throws 404. */
  getForUpdate(uow: UnitOfWork, id: string): Promise<ResponsibilityEntity> {
    uow.queue(lockHolder, { id });
    return uow.getForUpdate(ResponsibilityEntity, id);
  }

  /** The enrollments in the cohort, each with the responsibility that makes the member its coach, if there is one. */
  async listToCoach(
    uow: UnitOfWork,
    wanted: { cohort: string; ids: readonly string[]; member: string },
  ): Promise<ReadonlyMap<string, string | null>> {
    const rows = await uow.query(listEnrollments, wanted);
    return new Map(rows.map(({ id, responsibility }) => [id, responsibility]));
  }
}
