import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Up to when the reminders of an organization were looked for, and with which rules, each as it was then.
create table reminder_looks (
  organization_id uuid not null,
  id uuid not null,
  looked_until timestamptz not null,
  rules jsonb not null,
  unique (organization_id),
  primary key (organization_id, id)
);
perform app_distribute('reminder_looks');
alter table reminder_looks add foreign key (organization_id) references organizations (id);
alter table reminder_looks enable row level security;
alter table reminder_looks force row level security;
create policy tenant on reminder_looks
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- Reminders are found by ranges of these instants. Those of interventions and live sessions have an index already.
create index member_tasks_open on member_tasks (organization_id, due_at, id) where status = 'published';
create index coaching_sessions_coming on coaching_sessions (organization_id, scheduled_at, id) where status = 'planned';
create index coaching_sessions_held on coaching_sessions (organization_id, held_at) where status = 'held';
create index submissions_to_review on submissions (organization_id, submitted_at, id) where status = 'pending';
create index enrollment_notes_written on enrollment_notes (organization_id, written_at);
create index enrollments_begun on enrollments (organization_id, enrolled_at) where status = 'active';
end $migration$;
`;

export class ReminderLooks1764000000531 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table reminder_looks; drop index member_tasks_open; drop index coaching_sessions_coming;
       drop index coaching_sessions_held; drop index submissions_to_review; drop index enrollment_notes_written;
       drop index enrollments_begun;`,
    );
  }
}
