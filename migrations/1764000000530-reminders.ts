import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table reminder_rules (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  signal text not null check (
    signal in ('member_task.due', 'live_session.start', 'coaching_session.start', 'booking.start', 'intervention.due',
               'review.due', 'milestone.due', 'enrollment.no_contact')),
  offset_minutes integer check ((offset_minutes is null) = (signal = 'enrollment.no_contact')),
  days integer check ((days is not null) = (signal = 'enrollment.no_contact')),
  program_id uuid,
  cohort_id uuid check (cohort_id is null or program_id is null),
  status text not null check (status in ('active', 'paused', 'archived')),
  active_since timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('reminder_rules');
alter table reminder_rules add foreign key (organization_id) references organizations (id);
alter table reminder_rules add foreign key (created_by) references accounts (id);
alter table reminder_rules add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table reminder_rules add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
create index reminder_rules_active on reminder_rules (organization_id, id) where status = 'active';

-- Never updated. The resource is of several kinds. Without an enrollment: a live session.
create table reminder_firings (
  organization_id uuid not null,
  id uuid not null,
  reminder_rule_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  enrollment_id uuid,
  due_at timestamptz not null,
  moment timestamptz not null,
  gap_since timestamptz,
  fired_at timestamptz check ((fired_at is not null) = (outcome = 'fired')),
  outcome text not null check (outcome in ('fired', 'missed')),
  primary key (organization_id, id)
);
perform app_distribute('reminder_firings');
alter table reminder_firings add foreign key (organization_id) references organizations (id);
alter table reminder_firings add foreign key (organization_id, reminder_rule_id) references reminder_rules (organization_id, id);
alter table reminder_firings add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create unique index reminder_firings_once
  on reminder_firings (organization_id, reminder_rule_id, resource_id, enrollment_id, due_at) nulls not distinct;
create index on reminder_firings (organization_id, reminder_rule_id, id desc);
create index on reminder_firings (organization_id, reminder_rule_id, outcome, id desc);

alter table reminder_rules enable row level security;
alter table reminder_rules force row level security;
create policy tenant on reminder_rules
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table reminder_firings enable row level security;
alter table reminder_firings force row level security;
create policy tenant on reminder_firings
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Reminders1764000000530 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reminder_firings; drop table reminder_rules;');
  }
}
