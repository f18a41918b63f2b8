import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class Programs1764000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'programs',
      `
      name text not null,
      description text,
      status text not null check (status in ('draft', 'active', 'archived')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    `,
    );
    await runner.query(`create index on programs (organization_id, status, id desc)`);

    // The status history that restoration is verified against; position counts the program's entries from 1.
    await createTenantTable(
      runner,
      'program_status_changes',
      `
      program_id uuid not null,
      position integer not null check (position > 0),
      from_status text check (from_status in ('draft', 'active', 'archived')),
      to_status text not null check (to_status in ('draft', 'active', 'archived')),
      reason text,
      changed_by uuid not null references accounts (id),
      changed_at timestamptz not null,
      unique (organization_id, program_id, position),
      ${reference('program_id', 'programs')}
    `,
    );

    await runner.query(`alter table responsibilities add ${reference('program_id', 'programs')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table responsibilities drop constraint responsibilities_organization_id_program_id_fkey');
    await dropTables(runner, 'program_status_changes', 'programs');
  }
}
