import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'forms',
  'form_versions',
  'form_assignments',
  'form_responses',
  'form_response_revisions',
  'form_response_files',
];

const policies = TABLES.map(
  (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table}
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
).join('');

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table forms (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  program_id uuid,
  status text not null check (status in ('draft', 'published', 'archived')),
  draft jsonb not null,
  -- What the keys of all versions mean, which no further version may change.
  published_keys jsonb not null,
  revision integer not null,
  created_by uuid not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('forms');
alter table forms add foreign key (organization_id) references organizations (id);
alter table forms add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table forms add foreign key (created_by) references accounts (id);
create index forms_of_program on forms (organization_id, program_id, id);
create index forms_not_archived on forms (organization_id, id) where status <> 'archived';

create table form_versions (
  organization_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  number integer not null check (number > 0),
  content jsonb not null,
  published_by uuid not null,
  published_at timestamptz not null,
  unique (organization_id, form_id, number),
  primary key (organization_id, id)
);
perform app_distribute('form_versions');
alter table form_versions add foreign key (organization_id) references organizations (id);
alter table form_versions add foreign key (organization_id, form_id) references forms (organization_id, id);
alter table form_versions add foreign key (published_by) references accounts (id);

create table form_assignments (
  organization_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  form_version_id uuid not null,
  cohort_id uuid,
  program_id uuid,
  answered_by text not null check (answered_by in ('member', 'staff')),
  anonymous boolean not null,
  opens_at timestamptz,
  closes_at timestamptz,
  -- By hand, for good.
  closed_at timestamptz,
  edit_hours integer not null check (edit_hours >= 0),
  lesson_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(cohort_id, program_id) = 1),
  primary key (organization_id, id)
);
perform app_distribute('form_assignments');
alter table form_assignments add foreign key (organization_id) references organizations (id);
alter table form_assignments add foreign key (organization_id, form_id) references forms (organization_id, id);
alter table form_assignments add foreign key (organization_id, form_version_id) references form_versions (organization_id, id);
alter table form_assignments add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table form_assignments add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table form_assignments add foreign key (organization_id, lesson_id) references lessons (organization_id, id);
alter table form_assignments add foreign key (created_by) references accounts (id);
create index form_assignments_of_form on form_assignments (organization_id, form_id, id);
create index form_assignments_of_cohort on form_assignments (organization_id, cohort_id, id) where cohort_id is not null;
create index form_assignments_of_program on form_assignments (organization_id, program_id, id) where program_id is not null;

create table form_responses (
  organization_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  form_version_id uuid not null,
  form_assignment_id uuid not null,
  enrollment_id uuid not null,
  status text not null check (status in ('draft', 'submitted', 'voided')),
  answers jsonb not null,
  -- The keys of answers that were left out because their questions were hidden.
  ignored jsonb not null,
  revision integer not null,
  answered_by uuid not null,
  -- The first submission, from which the time to edit is counted.
  submitted_at timestamptz,
  reopened_until timestamptz,
  -- The outcome entries that the answers recorded, by key.
  outcome_entries jsonb not null,
  void_reason text,
  redacted_at timestamptz,
  redact_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('form_responses');
alter table form_responses add foreign key (organization_id) references organizations (id);
alter table form_responses add foreign key (organization_id, form_id) references forms (organization_id, id);
alter table form_responses add foreign key (organization_id, form_version_id) references form_versions (organization_id, id);
alter table form_responses add foreign key (organization_id, form_assignment_id) references form_assignments (organization_id, id);
alter table form_responses add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table form_responses add foreign key (answered_by) references accounts (id);
create unique index one_form_response on form_responses (organization_id, form_assignment_id, enrollment_id)
  where status <> 'voided';
create index form_responses_of_form on form_responses (organization_id, form_id, id);
create index form_responses_of_enrollment on form_responses (organization_id, enrollment_id, id);
create table form_response_revisions (
  organization_id uuid not null,
  id uuid not null,
  form_response_id uuid not null,
  revision integer not null,
  form_version_id uuid not null,
  answers jsonb not null,
  ignored jsonb not null,
  answered_by uuid not null,
  submitted_at timestamptz not null,
  unique (organization_id, form_response_id, revision),
  primary key (organization_id, id)
);
perform app_distribute('form_response_revisions');
alter table form_response_revisions add foreign key (organization_id) references organizations (id);
alter table form_response_revisions add foreign key (organization_id, form_response_id) references form_responses (organization_id, id);
alter table form_response_revisions add foreign key (organization_id, form_version_id) references form_versions (organization_id, id);
alter table form_response_revisions add foreign key (answered_by) references accounts (id);

create table form_response_files (
  organization_id uuid not null,
  id uuid not null,
  form_response_id uuid not null,
  media_id uuid not null,
  unique (organization_id, form_response_id, media_id),
  primary key (organization_id, id)
);
perform app_distribute('form_response_files');
alter table form_response_files add foreign key (organization_id) references organizations (id);
alter table form_response_files add foreign key (organization_id, form_response_id) references form_responses (organization_id, id);
alter table form_response_files add foreign key (organization_id, media_id) references media (organization_id, id);
create index form_response_files_of_media on form_response_files (organization_id, media_id);
${policies}
end $migration$;
`;

export class Forms1764000000650 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
