import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EnrollmentObservers, type EnrollmentObserver } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';

/** A statement that copies rows of one enrollment to another one, without reading them into the process. */
const copy = (name: string, table: string, columns: string) =>
  learningTables.statement(
    name,
    { from: 'uuid', to: 'uuid' },
    `insert into ${table} (organization_id, id, enrollment_id, ${columns})
     select r.organization_id, gen_random_uuid(), :to, ${columns} from ${table} r
     where r.organization_id = :organization and r.enrollment_id = :from`,
  );

const COPIES = [
  copy(
    'copy_lesson_completions',
    'lesson_completions',
    'course_id, lesson_id, completed_at, completed_by, by_member, created_at',
  ),
  copy('copy_course_completions', 'course_completions', 'course_id, completed_at, created_at'),
  copy('copy_progress_of_enrollment', 'course_progress', 'course_id, block, completed'),
  copy(
    'copy_milestone_reaches',
    'milestone_reaches',
    'milestone_id, reached_at, automatic, recorded_by, note, created_at, revoked_at, revoked_by, revoke_reason',
  ),
];

/** Copies what was completed and reached to the enrollment that goes on from another one: both need it. It happened before, so it has no events. */
@Injectable()
export class ProgressTransfer implements EnrollmentObserver, OnModuleInit {
  constructor(private readonly observers: EnrollmentObservers) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  enrolled(uow: UnitOfWork, enrollments: readonly { id: string; transferredFromId: string | null }[]): Promise<void> {
    for (const { id: to, transferredFromId: from } of enrollments) {
      if (from === null) continue;
      for (const statement of COPIES) uow.queue(statement, { from, to });
    }
    return Promise.resolve();
  }
}
