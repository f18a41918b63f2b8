import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class Cohorts1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'cohorts',
      `
      program_id uuid not null,
      name text not null,
      status text not null check (status in ('draft', 'open', 'active', 'completed', 'archived')),
      start_date date,
      end_date date,
      timezone text not null,
      capacity integer check (capacity > 0),
      current_phase_id uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (end_date >= start_date),
      ${reference('program_id', 'programs')}
    `,
    );
    await runner.query(`create index on cohorts (organization_id, status, id desc)`);
    // Lists a program's cohorts, and lets another table reference a cohort together with its program.
    await runner.query(`create unique index cohorts_in_program on cohorts (organization_id, program_id, id)`);

    await createTenantTable(
      runner,
      'cohort_phases',
      `
      cohort_id uuid not null,
      name text not null,
      position integer not null,
      unique (organization_id, cohort_id, position),
      unique (organization_id, cohort_id, id),
      ${reference('cohort_id', 'cohorts')}
    `,
    );
    await runner.query(`
      alter table cohorts add constraint cohorts_current_phase foreign key (organization_id, id, current_phase_id)
        references cohort_phases (organization_id, cohort_id, id)`);

    await runner.query(`alter table responsibilities add ${reference('cohort_id', 'cohorts')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table responsibilities drop constraint responsibilities_organization_id_cohort_id_fkey');
    await runner.query('alter table cohorts drop constraint cohorts_current_phase');
    await dropTables(runner, 'cohort_phases', 'cohorts');
  }
}
