import { Injectable } from '@nestjs/common';
import { groupedBy } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import { MAX_HISTORY } from './enrollment-path.dto.js';
import type { EnrollmentPathEntity } from './enrollment-path.entity.js';

type Assignment = NewRow<EnrollmentPathEntity> & { pathName: string | null };

// After a transfer, all rows may be ended.
const listAssignments = learningTables
  .statement(
    'list_paths_of_enrollment',
    { enrollment: 'uuid', most: 'integer' },
    `select a.id, a.enrollment_id as "enrollmentId", a.path_id as "pathId", a.since, a.until, a.reason,
       p.name as "pathName"
     from enrollment_paths a
     left join paths p on p.organization_id = a.organization_id and p.id = a.path_id
     where a.organization_id = :organization and a.enrollment_id = :enrollment
     order by a.until is not null, a.since desc, a.id desc limit :most`,
  )
  .returning<Assignment>();

// FOR SHARE: an archival waits, or is waited for.
const lockActive = learningTables
  .statement(
    'lock_active_path',
    { id: 'uuid', program: 'uuid' },
    `select name from paths
     where organization_id = :organization and id = :id and program_id = :program and status = 'active' for share`,
  )
  .returning<{ name: string }>();

const listDefaults = learningTables
  .statement(
    'list_default_paths_of_cohorts',
    { cohorts: 'uuid[]' },
    `select k.id as "cohortId", k.program_id as "programId", p.id as "pathId"
     from cohorts k
     left join paths p on p.organization_id = k.organization_id and p.program_id = k.program_id and p.is_default
     where k.organization_id = :organization and k.id = any(:cohorts::uuid[])`,
  )
  .returning<{ cohortId: string; programId: string; pathId: string | null }>();

const listFollowed = learningTables
  .statement(
    'list_paths_of_transferred_enrollments',
    { enrollments: 'uuid[]' },
    `select e.id as "enrollmentId", k.program_id as "programId", a.path_id as "pathId"
     from enrollments e
     join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
     left join enrollment_paths a
       on a.organization_id = e.organization_id and a.enrollment_id = e.id and a.until is null
     where e.organization_id = :organization and e.id = any(:enrollments::uuid[])`,
  )
  .returning<FollowedPath & { enrollmentId: string }>();

const listCompleted = learningTables
  .statement(
    'list_completed_paths_of_enrollments',
    { enrollments: 'uuid[]' },
    `select enrollment_id as "enrollmentId", path_id as "pathId", since, until, reason, completed_at as "completedAt"
     from enrollment_paths
     where organization_id = :organization and enrollment_id = any(:enrollments::uuid[]) and completed_at is not null`,
  )
  .returning<CompletedPath & { enrollmentId: string }>();

export interface CompletedPath {
  pathId: string;
  since: Date;
  until: Date | null;
  reason: string | null;
  completedAt: Date;
}

/** The path that an enrollment follows, and its program. */
export interface FollowedPath {
  programId: string;
  pathId: string | null;
}

@Injectable()
export class EnrollmentPathRepository {
  /** The current one, and the earlier ones, newest first. */
  async list(
    scope: Scope,
    enrollment: string,
  ): Promise<{ current: Assignment | undefined; earlier: readonly Assignment[] }> {
    const all = await scope.query(listAssignments, { enrollment, most: MAX_HISTORY + 1 });
    const earlier = all.filter(({ until }) => until !== null).slice(0, MAX_HISTORY);
    return { current: all.find(({ until }) => until === null), earlier };
  }

  /** Whether it is an active path of the program, which it then stays until the end of the unit. */
  async lockActive(uow: UnitOfWork, { programId, pathId }: { programId: string; pathId: string }): Promise<boolean> {
    return (await uow.query(lockActive, { id: pathId, program: programId })).length > 0;
  }

  /** The default path of the program of each cohort, by the id of the cohort. */
  async listDefaults(scope: Scope, cohorts: readonly string[]): Promise<ReadonlyMap<string, FollowedPath>> {
    const rows = await scope.query(listDefaults, { cohorts });
    return new Map(rows.map((row) => [row.cohortId, row]));
  }

  /** The path that each enrollment follows, by the enrollment's id. */
  async listFollowed(scope: Scope, enrollments: readonly string[]): Promise<ReadonlyMap<string, FollowedPath>> {
    const rows = enrollments.length === 0 ? [] : await scope.query(listFollowed, { enrollments });
    return new Map(rows.map((row) => [row.enrollmentId, row]));
  }

  /** The paths that each enrollment completed, by its id. */
  async listCompleted(scope: Scope, enrollments: readonly string[]): Promise<Map<string, readonly CompletedPath[]>> {
    const rows = enrollments.length === 0 ? [] : await scope.query(listCompleted, { enrollments });
    return groupedBy(rows, ({ enrollmentId }) => enrollmentId);
  }
}
