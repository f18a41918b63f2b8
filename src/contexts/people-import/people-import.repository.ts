import { Injectable } from '@nestjs/common';
import { Scope, UnitOfWork } from '#kernel/work';
import { peopleImportTables } from './people-import.tables.js';
import { PeopleImportRowEntity } from './people-import-row.entity.js';

const OUTCOME = `case :outcome::text
  when 'warned' then item.warnings <> '{}'
  when 'refused' then 'refuse' in (item.member_plan, item.enrollment_plan, item.coach_plan)
  when 'create' then item.member_plan = 'create' and 'refuse' not in (item.enrollment_plan, item.coach_plan)
  when 'match' then item.member_plan = 'match' and 'refuse' not in (item.enrollment_plan, item.coach_plan) end`;

/** In the order of the file. */
export const listRows = peopleImportTables.list('list_people_import_rows', {
  rows: PeopleImportRowEntity,
  of: ['peopleImportId'],
  filters: { outcome: ['text', OUTCOME] },
  order: { asc: ['position'] },
});

const lockMembers = peopleImportTables
  .statement(
    'lock_members_to_import',
    { members: 'uuid[]' },
    `select id, role from members
     where organization_id = :organization and status = 'active' and (id = any(:members::uuid[]) or role = 'OWNER')
     order by id for no key update`,
  )
  .returning<{ id: string; role: string }>();

const lockCohorts = peopleImportTables.statement(
  'lock_cohorts_to_import',
  { cohorts: 'uuid[]' },
  `select id from cohorts where organization_id = :organization and id = any(:cohorts::uuid[]) order by id for update`,
);

const updateRows = peopleImportTables.statement(
  'judge_people_import_rows',
  { rows: 'jsonb' },
  `update people_import_rows r
   set member_plan = u.member_plan, enrollment_plan = u.enrollment_plan, coach_plan = u.coach_plan,
     warnings = u.warnings, issues = u.issues, member_id = u.member_id, enrollment_id = u.enrollment_id
   from jsonb_to_recordset(:rows::jsonb) as u (id uuid, member_plan text, enrollment_plan text, coach_plan text,
     warnings text[], issues jsonb, member_id uuid, enrollment_id uuid)
   where r.organization_id = :organization and r.id = u.id`,
);

@Injectable()
export class PeopleImportRepository {
  /** All rows in their order. */
  listAllRows(scope: Scope, peopleImportId: string, limit: number): Promise<PeopleImportRowEntity[]> {
    return scope.listRows(listRows, { peopleImportId, limit });
  }

  lockCohorts(uow: UnitOfWork, cohorts: readonly string[]): void {
    uow.queue(lockCohorts, { cohorts });
  }

  /** Locks the active ones of the members, and the OWNERs: see `MemberRepository.lockExternalIds`. Returns their roles. */
  async lockMembers(uow: UnitOfWork, members: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const locked = await uow.query(lockMembers, { members });
    return new Map(locked.map(({ id, role }) => [id, role]));
  }

  /** Stores the judgements of a commit. */
  updateRows(uow: UnitOfWork, rows: readonly Omit<PeopleImportRowEntity, 'organizationId'>[]): void {
    uow.queue(updateRows, {
      rows: rows.map((row) => ({
        id: row.id,
        member_plan: row.memberPlan,
        enrollment_plan: row.enrollmentPlan,
        coach_plan: row.coachPlan,
        warnings: row.warnings,
        issues: row.issues,
        member_id: row.memberId,
        enrollment_id: row.enrollmentId,
      })),
    });
  }
}
