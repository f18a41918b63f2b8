import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class Groups1764000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'groups',
      `
      name text not null,
      type text not null check (type in ('level', 'specialty', 'accountability')),
      scope text not null check (scope in ('organization', 'program', 'cohort')),
      program_id uuid,
      cohort_id uuid,
      starts_at timestamptz,
      ends_at timestamptz,
      capacity integer check (capacity > 0),
      archived_at timestamptz,
      created_by uuid not null references accounts (id),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (ends_at >= starts_at),
      check ((program_id is null) = (scope = 'organization') and (cohort_id is not null) = (scope = 'cohort')),
      ${reference('program_id', 'programs')},
      foreign key (organization_id, program_id, cohort_id) references cohorts (organization_id, program_id, id)
    `,
    );
    await runner.query(`create index on groups (organization_id, scope, id desc)`);
    await runner.query(`create index on groups (organization_id, type, id desc)`);
    await runner.query(`create index on groups (organization_id, program_id, id desc) where program_id is not null`);
    await runner.query(`create index on groups (organization_id, cohort_id, id desc) where cohort_id is not null`);

    await createTenantTable(
      runner,
      'group_memberships',
      `
      group_id uuid not null,
      enrollment_id uuid not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      ${reference('group_id', 'groups')},
      ${reference('enrollment_id', 'enrollments')}
    `,
    );
    await runner.query(`
      create unique index group_memberships_one_open on group_memberships (organization_id, group_id, enrollment_id)
        where ended_at is null`);
    await runner.query(`create index on group_memberships (organization_id, group_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'group_memberships', 'groups');
  }
}
