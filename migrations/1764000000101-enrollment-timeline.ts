import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- The timeline of an enrollment reads each kind of item by its time, latest first, then by id: each has an index in that
-- order. So a submission also keeps when it was reviewed, and an attendance when its live session starts.
alter table submissions add column reviewed_at timestamptz;
alter table attendances add column session_starts_at timestamptz;

-- What a task and an intervention do not store themselves. Both go along with them in a transfer.
create table member_task_reopenings (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  member_task_id uuid not null,
  completed_at timestamptz,
  reopened_by uuid,
  reopened_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('member_task_reopenings');
alter table member_task_reopenings add foreign key (organization_id) references organizations (id);
alter table member_task_reopenings add foreign key (reopened_by) references accounts (id);
alter table member_task_reopenings add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table member_task_reopenings add foreign key (organization_id, member_task_id) references member_tasks (organization_id, id);
alter table member_task_reopenings enable row level security;
alter table member_task_reopenings force row level security;
create policy tenant on member_task_reopenings
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

create table intervention_updates (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  intervention_id uuid not null,
  updated_by uuid not null,
  made_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('intervention_updates');
alter table intervention_updates add foreign key (organization_id) references organizations (id);
alter table intervention_updates add foreign key (updated_by) references accounts (id);
alter table intervention_updates add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table intervention_updates add foreign key (organization_id, intervention_id) references interventions (organization_id, id);
alter table intervention_updates enable row level security;
alter table intervention_updates force row level security;
create policy tenant on intervention_updates
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- Existing rows get these columns, and existing tasks their reopenings from the audit entries.
do $$
declare
  organization uuid;
begin
  for organization in select o.id from organizations o loop
    perform app_set_organization(organization);
    update submissions s set reviewed_at = r.reviewed_at
    from submission_reviews r
    where s.organization_id = organization and r.organization_id = organization and r.submission_id = s.id;
    update attendances a set session_starts_at = l.starts_at
    from live_sessions l
    where a.organization_id = organization and l.organization_id = organization and l.id = a.live_session_id;
    insert into member_task_reopenings
      (organization_id, id, enrollment_id, member_task_id, completed_at, reopened_by, reopened_at)
    select t.organization_id, a.id, t.enrollment_id, t.id, (a.changes -> 'completedAt' ->> 'from')::timestamptz,
           a.actor_id, a.occurred_at
    from audit_entries a
    join member_tasks t on t.organization_id = organization and t.id = a.target_id
    where a.organization_id = organization and a.action = 'member_task.reopened';
  end loop;
end $$;

create index enrollment_notes_timeline on enrollment_notes (organization_id, enrollment_id, written_at desc, id);
create index blockers_timeline on blockers (organization_id, enrollment_id, opened_at desc, id);
create index blockers_resolved on blockers (organization_id, enrollment_id, resolved_at desc, id)
  where resolved_at is not null;
create index coaching_sessions_planned on coaching_sessions (organization_id, enrollment_id, created_at desc, id)
  where scheduled_at is not null;
create index coaching_sessions_recorded on coaching_sessions (organization_id, enrollment_id, held_at desc, id)
  where scheduled_at is null;
create index coaching_sessions_completed on coaching_sessions (organization_id, enrollment_id, held_at desc, id)
  where scheduled_at is not null and held_at is not null;
create index coaching_sessions_cancelled on coaching_sessions (organization_id, enrollment_id, updated_at desc, id)
  where status = 'cancelled';
create index interventions_timeline on interventions (organization_id, enrollment_id, planned_at desc, id);
create index interventions_closed on interventions (organization_id, enrollment_id, closed_at desc, id)
  where closed_at is not null;
create index member_tasks_published on member_tasks (organization_id, enrollment_id, published_at desc, id)
  where published_at is not null;
create index member_tasks_completed on member_tasks (organization_id, enrollment_id, completed_at desc, id)
  where completed_at is not null;
create index member_tasks_archived on member_tasks (organization_id, enrollment_id, archived_at desc, id)
  where archived_at is not null;
create index submissions_timeline on submissions (organization_id, enrollment_id, submitted_at desc, id);
create index submissions_reviewed on submissions (organization_id, enrollment_id, reviewed_at desc, id)
  where reviewed_at is not null;
create index attendances_timeline on attendances (organization_id, enrollment_id, session_starts_at desc, id);
create index group_memberships_timeline on group_memberships (organization_id, enrollment_id, started_at desc, id);
create index group_memberships_ended on group_memberships (organization_id, enrollment_id, ended_at desc, id)
  where ended_at is not null;
create index member_task_reopenings_timeline on member_task_reopenings (organization_id, enrollment_id, reopened_at desc, id);
create index member_task_reopenings_completed on member_task_reopenings (organization_id, enrollment_id, completed_at desc, id)
  where completed_at is not null;
create index intervention_updates_timeline on intervention_updates (organization_id, enrollment_id, made_at desc, id);
end $migration$;
`;

const undo = `
drop index
  enrollment_notes_timeline, blockers_timeline, blockers_resolved, coaching_sessions_planned, coaching_sessions_recorded,
  coaching_sessions_completed, coaching_sessions_cancelled, interventions_timeline, interventions_closed,
  member_tasks_published, member_tasks_completed, member_tasks_archived, submissions_timeline, submissions_reviewed,
  attendances_timeline, group_memberships_timeline, group_memberships_ended;
drop table member_task_reopenings, intervention_updates;
alter table submissions drop column reviewed_at;
alter table attendances drop column session_starts_at;
`;

export class EnrollmentTimeline1764000000101 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(undo);
  }
}
