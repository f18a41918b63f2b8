import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class Enrollments1764000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'enrollments',
      `
      cohort_id uuid not null,
      member_id uuid not null,
      status text not null check (
        status in ('pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred')),
      status_reason text,
      enrolled_at timestamptz not null,
      closed_at timestamptz,
      updated_at timestamptz not null,
      ${reference('cohort_id', 'cohorts')},
      ${reference('member_id', 'members')}
    `,
    );
    await runner.query(`
      create unique index enrollments_one_seat on enrollments (organization_id, cohort_id, member_id)
        where status in ('pending', 'active', 'paused', 'completed')`);
    await runner.query(`create index on enrollments (organization_id, cohort_id, status, id)`);
    // Lists a cohort's enrollments. With the status the cockpit reads members from it alone, in the order of their ids.
    await runner.query(`create index on enrollments (organization_id, cohort_id, id desc) include (status)`);
    await runner.query(`create index on enrollments (organization_id, status, id desc)`);
    await runner.query(`create index on enrollments (organization_id, member_id, id desc)`);

    await runner.query(`alter table responsibilities add ${reference('enrollment_id', 'enrollments')}`);
    await runner.query(`
      create index on responsibilities (organization_id, enrollment_id, member_id)
        where ended_at is null and enrollment_id is not null`);

    await createTenantTable(
      runner,
      'enrollment_notes',
      `
      enrollment_id uuid not null,
      body text not null,
      written_by uuid not null references accounts (id),
      written_at timestamptz not null,
      ${reference('enrollment_id', 'enrollments')}
    `,
    );
    await runner.query(`create index on enrollment_notes (organization_id, enrollment_id, written_at)`);
    await runner.query(`create index on enrollment_notes (organization_id, enrollment_id, id desc)`);

    await createTenantTable(
      runner,
      'blockers',
      `
      enrollment_id uuid not null,
      title text not null,
      urgency text not null check (urgency in ('normal', 'urgent')),
      status text not null check (status in ('open', 'resolved')),
      resolution text,
      opened_by uuid not null references accounts (id),
      opened_at timestamptz not null,
      resolved_by uuid references accounts (id),
      resolved_at timestamptz,
      unique (organization_id, enrollment_id, id),
      ${reference('enrollment_id', 'enrollments')}
    `,
    );
    await runner.query(
      `create index blockers_open on blockers (organization_id, enrollment_id, urgency) where status = 'open'`,
    );

    await createTenantTable(
      runner,
      'coaching_sessions',
      `
      enrollment_id uuid not null,
      status text not null check (status in ('planned', 'held', 'cancelled')),
      scheduled_at timestamptz,
      held_at timestamptz check ((held_at is not null) = (status = 'held')),
      summary text,
      created_by uuid not null references accounts (id),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ${reference('enrollment_id', 'enrollments')}
    `,
    );
    await runner.query(`create index on coaching_sessions (organization_id, enrollment_id, held_at)`);
    await runner.query(`create index on coaching_sessions (organization_id, enrollment_id, id desc)`);

    await createTenantTable(
      runner,
      'interventions',
      `
      enrollment_id uuid not null,
      reason text not null check (reason in ('late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other')),
      title text not null,
      channel text not null check (channel in ('call', 'message', 'email', 'live', 'other')),
      owner_account_id uuid not null references accounts (id),
      due_at timestamptz not null,
      expected_outcome text not null,
      status text not null check (status in ('planned', 'completed', 'cancelled')),
      outcome text,
      closed_at timestamptz,
      closed_by uuid references accounts (id),
      blocker_id uuid,
      planned_by uuid not null references accounts (id),
      planned_at timestamptz not null,
      ${reference('enrollment_id', 'enrollments')},
      foreign key (organization_id, enrollment_id, blocker_id) references blockers (organization_id, enrollment_id, id)
    `,
    );
    await runner.query(`create index on interventions (organization_id, enrollment_id, id desc)`);
    await runner.query(`create index on interventions (organization_id, enrollment_id, status, id desc)`);
    await runner.query(`
      create index interventions_open on interventions (organization_id, owner_account_id, due_at, id)
        where status = 'planned'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'interventions', 'coaching_sessions', 'blockers', 'enrollment_notes');
    await runner.query(
      'alter table responsibilities drop constraint responsibilities_organization_id_enrollment_id_fkey',
    );
    await dropTables(runner, 'enrollments');
  }
}
