import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class Tasks1764000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'member_tasks',
      `
      enrollment_id uuid not null,
      title text not null,
      description text,
      due_at timestamptz,
      status text not null check (status in ('draft', 'published', 'completed', 'archived')),
      published_at timestamptz,
      completed_at timestamptz,
      archived_at timestamptz,
      created_by uuid not null references accounts (id),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ${reference('enrollment_id', 'enrollments')}
    `,
    );
    await runner.query(`create index on member_tasks (organization_id, enrollment_id, id desc)`);
    // The cockpit asks it for who is late, and for who has anything due. Id and status spare it the table's rows.
    await runner.query(`
      create index member_tasks_due on member_tasks (organization_id, enrollment_id, due_at) include (id, status)
        where due_at is not null and status in ('published', 'completed')`);

    await createTenantTable(
      runner,
      'deliverables',
      `
      member_task_id uuid not null,
      title text not null,
      expectations text,
      criteria text,
      accepted_formats jsonb not null,
      expected_reviewer_role text not null check (expected_reviewer_role in ('program_director', 'coach', 'reviewer')),
      status text not null check (status in ('active', 'archived')),
      archived_at timestamptz,
      archive_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ${reference('member_task_id', 'member_tasks')}
    `,
    );
    await runner.query(`
      create unique index deliverables_one_active on deliverables (organization_id, member_task_id)
        where status = 'active'`);
    await runner.query(`create index on deliverables (organization_id, member_task_id, id desc)`);

    await createTenantTable(
      runner,
      'submissions',
      `
      deliverable_id uuid not null,
      member_task_id uuid not null,
      enrollment_id uuid not null,
      kind text not null check (kind in ('file', 'link')),
      media_id uuid,
      url text,
      note text,
      status text not null check (status in ('pending', 'accepted', 'changes_requested')),
      submitted_by uuid not null references accounts (id),
      submitted_at timestamptz not null,
      ${reference('deliverable_id', 'deliverables')},
      ${reference('member_task_id', 'member_tasks')},
      ${reference('enrollment_id', 'enrollments')},
      ${reference('media_id', 'media')},
      check ((media_id is not null) = (kind = 'file') and (url is not null) = (kind = 'link'))
    `,
    );
    await runner.query(`create index on submissions (organization_id, deliverable_id, id desc)`);
    // The cockpit asks whether a task was handed in. By the enrollment first, in the order of all else that it counts.
    await runner.query(`create index on submissions (organization_id, enrollment_id, member_task_id)`);
    await runner.query(`
      create index submissions_waiting on submissions (organization_id, id desc) where status = 'pending'`);
    await runner.query(`
      create index submissions_pending on submissions (organization_id, enrollment_id, submitted_at)
        where status = 'pending'`);

    await createTenantTable(
      runner,
      'submission_reviews',
      `
      submission_id uuid not null,
      verdict text not null check (verdict in ('accepted', 'changes_requested')),
      comment text,
      reviewed_by uuid not null references accounts (id),
      reviewed_at timestamptz not null,
      unique (organization_id, submission_id),
      ${reference('submission_id', 'submissions')}
    `,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'submission_reviews', 'submissions', 'deliverables', 'member_tasks');
  }
}
