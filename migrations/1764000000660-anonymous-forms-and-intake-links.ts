import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['form_participations', 'anonymous_responses', 'intake_links'];

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
-- That an enrollment has answered an anonymous form: its id is random, and no time is kept.
create table form_participations (
  organization_id uuid not null,
  id uuid not null,
  form_assignment_id uuid not null,
  enrollment_id uuid not null,
  unique (organization_id, form_assignment_id, enrollment_id),
  primary key (organization_id, id)
);
perform app_distribute('form_participations');
alter table form_participations add foreign key (organization_id) references organizations (id);
alter table form_participations add foreign key (organization_id, form_assignment_id) references form_assignments (organization_id, id);
alter table form_participations add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index form_participations_of_enrollment on form_participations (organization_id, enrollment_id);

-- One answer of an anonymous response. Nothing joins it to the others of that response: its id is random.
create table anonymous_responses (
  organization_id uuid not null,
  id uuid not null,
  form_assignment_id uuid not null,
  key text not null,
  answer jsonb not null,
  primary key (organization_id, id)
);
perform app_distribute('anonymous_responses');
alter table anonymous_responses add foreign key (organization_id) references organizations (id);
alter table anonymous_responses add foreign key (organization_id, form_assignment_id) references form_assignments (organization_id, id);
create index anonymous_responses_of_assignment on anonymous_responses (organization_id, form_assignment_id, key);

create table intake_links (
  organization_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  form_version_id uuid not null,
  name text not null,
  expires_at timestamptz,
  max_responses integer check (max_responses > 0),
  retention_days integer not null check (retention_days > 0),
  received integer not null check (received >= 0),
  closed_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('intake_links');
alter table intake_links add foreign key (organization_id) references organizations (id);
alter table intake_links add foreign key (organization_id, form_id) references forms (organization_id, id);
alter table intake_links add foreign key (organization_id, form_version_id) references form_versions (organization_id, id);
alter table intake_links add foreign key (created_by) references accounts (id);
create index intake_links_of_form on intake_links (organization_id, form_id, id);

-- A response by an intake link has no assignment and no account, and no enrollment until it is linked.
alter table form_responses
  alter column form_assignment_id drop not null,
  alter column enrollment_id drop not null,
  alter column answered_by drop not null,
  add column intake_link_id uuid,
  -- SHA-256 of the sender's Idempotency-Key, and the fingerprint of what was sent with it.
  add column intake_key bytea,
  add column intake_fingerprint bytea;
alter table form_responses add constraint form_responses_of_assignment_or_link check (
  (form_assignment_id is null) = (intake_link_id is not null)
  and (form_assignment_id is null or enrollment_id is not null and answered_by is not null)
  and (intake_link_id is null or intake_key is not null and intake_fingerprint is not null));
alter table form_responses add foreign key (organization_id, intake_link_id) references intake_links (organization_id, id);
create unique index form_responses_by_intake_key on form_responses (organization_id, intake_link_id, intake_key)
  where intake_link_id is not null;
create index form_responses_of_intake_link on form_responses (organization_id, intake_link_id, submitted_at)
  where intake_link_id is not null;
create index form_responses_by_intake_link on form_responses (organization_id, intake_link_id, id)
  where intake_link_id is not null;
create index form_responses_to_redact on form_responses (organization_id, intake_link_id, submitted_at)
  where intake_link_id is not null and enrollment_id is null and redacted_at is null;

-- Reminders of forms that close.
alter table reminder_rules drop constraint reminder_rules_signal_check;
alter table reminder_rules add constraint reminder_rules_signal_check check (
  signal in ('member_task.due', 'live_session.start', 'coaching_session.start', 'booking.start', 'intervention.due',
             'review.due', 'milestone.due', 'form_assignment.close', 'enrollment.no_contact'));
create index form_assignments_closing on form_assignments (organization_id, closes_at)
  where closed_at is null and closes_at is not null;
${policies}
end $migration$;
`;

export class AnonymousFormsAndIntakeLinks1764000000660 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index form_assignments_closing;
      delete from reminder_firings f using reminder_rules r
        where r.organization_id = f.organization_id and r.id = f.reminder_rule_id and r.signal = 'form_assignment.close';
      delete from reminder_rules where signal = 'form_assignment.close';
      alter table reminder_rules drop constraint reminder_rules_signal_check;
      alter table reminder_rules add constraint reminder_rules_signal_check check (
        signal in ('member_task.due', 'live_session.start', 'coaching_session.start', 'booking.start', 'intervention.due',
                   'review.due', 'milestone.due', 'enrollment.no_contact'));
      delete from form_responses where intake_link_id is not null;
      alter table form_responses
        drop constraint form_responses_of_assignment_or_link,
        drop column intake_fingerprint, drop column intake_key, drop column intake_link_id,
        alter column answered_by set not null, alter column enrollment_id set not null,
        alter column form_assignment_id set not null;`);
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
