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
-- What no resource stores.
create index audit_entries_timeline on audit_entries (organization_id, target_id, occurred_at desc, id)
  where action in ('intervention.updated', 'member_task.reopened');
end $migration$;
`;

const undo = `
drop index
  enrollment_notes_timeline, blockers_timeline, blockers_resolved, coaching_sessions_planned, coaching_sessions_recorded,
  coaching_sessions_completed, coaching_sessions_cancelled, interventions_timeline, interventions_closed,
  member_tasks_published, member_tasks_completed, member_tasks_archived, submissions_timeline, submissions_reviewed,
  attendances_timeline, group_memberships_timeline, group_memberships_ended, audit_entries_timeline;
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
