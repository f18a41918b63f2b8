import { Injectable } from '@nestjs/common';
import { type Page, pageSize, readCursor, toPage } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { PeopleImportRowEntity } from './people-import-row.entity.js';
import { peopleImportTables } from './people-import.tables.js';
import type { PeopleImportRowsQuery } from './person-row.dto.js';

const COLUMNS = `r.id, r.people_import_id as "peopleImportId", r.position, r.ref, r.email, r.name,
  r.external_id as "externalId", r.cohort_id as "cohortId", r.enrollment_status as "enrollmentStatus",
  r.coach_email as "coachEmail", r.input_issues as "inputIssues", r.member_plan as "memberPlan",
  r.enrollment_plan as "enrollmentPlan", r.coach_plan as "coachPlan", r.warnings, r.issues, r.member_id as "memberId",
  r.enrollment_id as "enrollmentId"`;

const listRows = peopleImportTables
  .statement(
    'list_people_import_rows',
    { import: 'uuid', outcome: 'text', after: 'integer', limit: 'integer' },
    `select ${COLUMNS} from people_import_rows r
     where r.organization_id = :organization and r.people_import_id = :import and r.position > :after
       and case :outcome::text
             when 'warned' then r.warnings <> '{}'
             when 'refused' then 'refuse' in (r.member_plan, r.enrollment_plan, r.coach_plan)
             when 'create' then r.member_plan = 'create' and 'refuse' not in (r.enrollment_plan, r.coach_plan)
             when 'match' then r.member_plan = 'match' and 'refuse' not in (r.enrollment_plan, r.coach_plan)
             else true end
     order by r.position limit :limit`,
  )
  .returning<PeopleImportRowEntity>();

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

const POSITION = /^\d{1,4}$/;

@Injectable()
export class PeopleImportRepository {
  async listRows(scope: Scope, id: string, query: PeopleImportRowsQuery): Promise<Page<PeopleImportRowEntity>> {
    const cursor = readCursor(query, (key) => key.length === 1 && POSITION.test(key[0]));
    const rows = await scope.query(listRows, {
      import: id,
      outcome: query.outcome ?? 'all',
      after: cursor ? Number(cursor[0]) : -1,
      limit: pageSize(query) + 1,
    });
    return toPage(
      rows,
      query,
      ({ position }) => [String(position)],
      (row) => row,
    );
  }

  /** All rows in their order. */
  listAllRows(scope: Scope, id: string, limit: number): Promise<PeopleImportRowEntity[]> {
    return scope.query(listRows, { import: id, outcome: 'all', after: -1, limit });
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
