import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- The status history of enrollments; position counts the changes of an enrollment from 1. from_status is null at the
-- creation; changed_by is an account, null for a change by the service itself. Never updated.
create table enrollment_status_changes (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  position integer not null check (position > 0),
  from_status text check (
    from_status in ('pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred')),
  to_status text not null check (
    to_status in ('pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred')),
  reason text,
  changed_by uuid,
  changed_at timestamptz not null,
  unique (organization_id, enrollment_id, position),
  primary key (organization_id, id)
);
perform app_distribute('enrollment_status_changes');
alter table enrollment_status_changes add foreign key (organization_id) references organizations (id);
alter table enrollment_status_changes add foreign key (changed_by) references accounts (id);
alter table enrollment_status_changes add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index enrollment_status_changes_timeline on enrollment_status_changes (organization_id, enrollment_id, changed_at desc, id);
alter table enrollment_status_changes enable row level security;
alter table enrollment_status_changes force row level security;
create policy tenant on enrollment_status_changes
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- Existing enrollments get their history from the audit entries, whose ids increase with the commits of the changes of an
-- enrollment. An entry of a creation has the status, any other {from, to}. Reasons are not in the audit trail: only the
-- current one is known. One organization at a time, under its policy.
do $$
declare
  organization uuid;
begin
  for organization in select o.id from organizations o loop
    perform app_set_organization(organization);
    insert into enrollment_status_changes
      (organization_id, id, enrollment_id, position, from_status, to_status, reason, changed_by, changed_at)
    select e.organization_id, c.id, e.id, c.position, c.from_status, c.to_status,
           case when c.later = 0 and c.to_status = e.status then e.status_reason end, c.actor_id, c.occurred_at
    from (
      select a.id, a.target_id, a.actor_id, a.occurred_at,
             row_number() over (partition by a.target_id order by a.id) as position,
             row_number() over (partition by a.target_id order by a.id desc) - 1 as later,
             a.changes -> 'status' ->> 'from' as from_status,
             coalesce(a.changes -> 'status' ->> 'to', a.changes ->> 'status') as to_status
      from audit_entries a
      where a.organization_id = organization and a.target_type = 'enrollment' and a.changes ? 'status'
        and a.action in ('enrollment.created', 'enrollment.activated', 'enrollment.paused', 'enrollment.resumed',
                         'enrollment.closed')) c
    join enrollments e on e.organization_id = organization and e.id = c.target_id;
  end loop;
end $$;
end $migration$;
`;

export class EnrollmentHistory1764000000100 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table enrollment_status_changes;');
  }
}
