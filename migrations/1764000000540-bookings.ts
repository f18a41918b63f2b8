import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The id is the member's. The row is there before the member's first booking, whose transaction locks it; updated_at is null
-- until the availability was set.
create table availabilities (
  organization_id uuid not null,
  id uuid not null,
  timezone text not null,
  weekly jsonb not null,
  exceptions jsonb not null,
  updated_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('availabilities');
alter table availabilities add foreign key (organization_id) references organizations (id);
alter table availabilities add foreign key (organization_id, id) references members (organization_id, id);

create table booking_types (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  host_member_id uuid not null,
  duration_minutes integer not null check (duration_minutes between 5 and 480),
  step_minutes integer not null check (step_minutes between 5 and 120),
  buffer_before_minutes integer not null check (buffer_before_minutes between 0 and 120),
  buffer_after_minutes integer not null check (buffer_after_minutes between 0 and 120),
  min_notice_hours integer not null check (min_notice_hours between 0 and 336),
  max_days_ahead integer not null check (max_days_ahead between 1 and 180),
  cancel_notice_hours integer not null check (cancel_notice_hours between 0 and 336),
  cohort_id uuid,
  program_id uuid check (program_id is null or cohort_id is null),
  join_url text,
  status text not null check (status in ('active', 'paused', 'archived')),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('booking_types');
alter table booking_types add foreign key (organization_id) references organizations (id);
alter table booking_types add foreign key (created_by) references accounts (id);
alter table booking_types add foreign key (organization_id, host_member_id) references availabilities (organization_id, id);
alter table booking_types add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table booking_types add foreign key (organization_id, program_id) references programs (organization_id, id);
create index on booking_types (organization_id, host_member_id, id desc);

-- busy_from and busy_until add the buffers of the booking's type, as they were.
create table bookings (
  organization_id uuid not null,
  id uuid not null,
  booking_type_id uuid not null,
  host_member_id uuid not null,
  enrollment_id uuid not null,
  coaching_session_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  busy_from timestamptz not null check (busy_from <= starts_at),
  busy_until timestamptz not null check (busy_until >= ends_at),
  timezone text not null,
  join_url text,
  cancel_notice_hours integer not null,
  status text not null check (status in ('booked', 'cancelled', 'held')),
  booked_by uuid not null,
  cancelled_by uuid,
  cancelled_at timestamptz check ((cancelled_at is null) = (status <> 'cancelled')),
  cancel_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((cancelled_by is null) = (cancelled_at is null)),
  unique (organization_id, coaching_session_id),
  primary key (organization_id, id)
);
perform app_distribute('bookings');
alter table bookings add foreign key (organization_id) references organizations (id);
alter table bookings add foreign key (booked_by) references accounts (id);
alter table bookings add foreign key (cancelled_by) references accounts (id);
alter table bookings add foreign key (organization_id, booking_type_id) references booking_types (organization_id, id);
alter table bookings add foreign key (organization_id, host_member_id) references availabilities (organization_id, id);
alter table bookings add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table bookings add foreign key (organization_id, coaching_session_id) references coaching_sessions (organization_id, id);
create index bookings_by_start on bookings (organization_id, starts_at, id);
create index bookings_of_host on bookings (organization_id, host_member_id, starts_at, id);
create index bookings_of_enrollment on bookings (organization_id, enrollment_id, starts_at, id);
-- The timeline of an enrollment reads them in these orders.
create index bookings_timeline on bookings (organization_id, enrollment_id, created_at desc, id);
create index bookings_cancelled on bookings (organization_id, enrollment_id, cancelled_at desc, id)
  where cancelled_at is not null;

create table booking_moves (
  organization_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  enrollment_id uuid not null,
  previous_starts_at timestamptz not null,
  starts_at timestamptz not null,
  moved_by uuid not null,
  moved_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('booking_moves');
alter table booking_moves add foreign key (organization_id) references organizations (id);
alter table booking_moves add foreign key (moved_by) references accounts (id);
alter table booking_moves add foreign key (organization_id, booking_id) references bookings (organization_id, id);
alter table booking_moves add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index booking_moves_timeline on booking_moves (organization_id, enrollment_id, moved_at desc, id);
create index on booking_moves (organization_id, booking_id);

alter table availabilities enable row level security;
alter table availabilities force row level security;
create policy tenant on availabilities
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table booking_types enable row level security;
alter table booking_types force row level security;
create policy tenant on booking_types
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table bookings enable row level security;
alter table bookings force row level security;
create policy tenant on bookings
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table booking_moves enable row level security;
alter table booking_moves force row level security;
create policy tenant on booking_moves
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Bookings1764000000540 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['booking_moves', 'bookings', 'booking_types', 'availabilities']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
