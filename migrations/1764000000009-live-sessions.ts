import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class LiveSessions1764000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'live_sessions',
      `
      title text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      timezone text not null,
      status text not null check (status in ('scheduled', 'cancelled')),
      created_by uuid not null references accounts (id),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (ends_at >= starts_at)
    `,
    );
    await runner.query(`create index on live_sessions (organization_id, starts_at, id)`);

    await createTenantTable(
      runner,
      'live_session_cohorts',
      `
      live_session_id uuid not null,
      cohort_id uuid not null,
      unique (organization_id, cohort_id, live_session_id),
      ${reference('live_session_id', 'live_sessions')},
      ${reference('cohort_id', 'cohorts')}
    `,
    );
    await runner.query(`create index on live_session_cohorts (organization_id, live_session_id)`);

    await createTenantTable(
      runner,
      'attendances',
      `
      live_session_id uuid not null,
      enrollment_id uuid not null,
      status text not null check (status in ('present', 'absent', 'excused')),
      recorded_by uuid not null references accounts (id),
      recorded_at timestamptz not null,
      unique (organization_id, live_session_id, enrollment_id),
      ${reference('live_session_id', 'live_sessions')},
      ${reference('enrollment_id', 'enrollments')}
    `,
    );
    await runner.query(`create index on attendances (organization_id, enrollment_id, status)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'attendances', 'live_session_cohorts', 'live_sessions');
  }
}
