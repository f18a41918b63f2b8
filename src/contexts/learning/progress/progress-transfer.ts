import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EnrollmentObservers, type EnrollmentObserver } from '#contexts/enrollments/enrollments.public.js';
import { newId } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';

const COLUMNS = {
  lesson_completions: 'course_id, lesson_id, completed_at, completed_by, by_member, created_at',
  course_completions: 'course_id, completed_at, created_at',
  course_progress: 'course_id, block, completed',
  milestone_reaches:
    'milestone_id, reached_at, automatic, recorded_by, note, created_at, revoked_at, revoked_by, revoke_reason',
};
type CopiedTable = keyof typeof COLUMNS;

const TABLES = Object.keys(COLUMNS) as CopiedTable[];

const listCopied = learningTables
  .statement(
    'list_progress_to_copy',
    { enrollments: 'uuid[]' },
    TABLES.map(
      (table) => `select '${table}' as "table", id, enrollment_id as "enrollmentId" from ${table}
       where organization_id = :organization and enrollment_id = any(:enrollments::uuid[])`,
    ).join(' union all '),
  )
  .returning<{ table: CopiedTable; id: string; enrollmentId: string }>();

/** By table. The ids are made by the service: Citus refuses a volatile function in INSERT … SELECT. */
const copies = new Map(
  TABLES.map((table) => [
    table,
    learningTables.statement(
      `copy_${table}`,
      { sources: 'uuid[]', ids: 'uuid[]', enrollments: 'uuid[]' },
      `insert into ${table} (organization_id, id, enrollment_id, ${COLUMNS[table]})
       select r.organization_id, c.id, c.enrollment_id, ${COLUMNS[table]}
       from unnest(:sources::uuid[], :ids::uuid[], :enrollments::uuid[]) as c (source, id, enrollment_id)
       join ${table} r on r.organization_id = :organization and r.id = c.source`,
    ),
  ]),
);

/** Copies what was completed and reached to the enrollment that goes on from another one: both need it. It happened before, so it has no events. */
@Injectable()
export class ProgressTransfer implements EnrollmentObserver, OnModuleInit {
  constructor(private readonly observers: EnrollmentObservers) {}

  onModuleInit(): void {
    this.observers.register(this, 'learning');
  }

  async enrolled(
    uow: UnitOfWork,
    enrollments: readonly { id: string; transferredFromId: string | null }[],
  ): Promise<void> {
    const successors = new Map(
      enrollments.flatMap(({ id, transferredFromId: from }) => (from === null ? [] : [[from, id] as const])),
    );
    if (successors.size === 0) return;
    const rows = await uow.query(listCopied, { enrollments: [...successors.keys()] });
    for (const [table, statement] of copies) {
      const copied = rows.filter((row) => row.table === table);
      if (copied.length === 0) continue;
      uow.queue(statement, {
        sources: copied.map(({ id }) => id),
        ids: copied.map(() => newId()),
        enrollments: copied.map(({ enrollmentId }) => successors.get(enrollmentId) as string),
      });
    }
  }
}
