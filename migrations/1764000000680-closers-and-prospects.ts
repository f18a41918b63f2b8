import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['closer_settings', 'prospects'];

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
alter table responsibilities drop constraint responsibilities_role_check;
alter table responsibilities add constraint responsibilities_role_check check (
  role in ('program_director', 'coach', 'reviewer', 'closer'));

-- The id is that of the member. Without a row, a closer has the values of a new one.
create table closer_settings (
  organization_id uuid not null,
  id uuid not null,
  receiving boolean not null,
  share integer not null check (share between 1 and 10),
  max_open integer check (max_open between 1 and 1000),
  buffer_minutes integer not null check (buffer_minutes between 0 and 120),
  min_notice_hours integer not null check (min_notice_hours between 0 and 336),
  join_url text,
  -- Shares that were gained and not paid for yet: see the turn.
  credit integer not null,
  last_turn_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('closer_settings');
alter table closer_settings add foreign key (organization_id) references organizations (id);
alter table closer_settings add foreign key (organization_id, id) references members (organization_id, id);

create table prospects (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  -- The words of the name, folded.
  search text not null,
  -- Folded; null once it was erased.
  email text,
  phone text,
  source text,
  program_id uuid,
  status text not null check (status in ('open', 'won', 'lost')),
  lost_reason text check (
    lost_reason in ('price', 'timing', 'not_interested', 'not_qualified', 'no_show', 'unreachable', 'other')),
  closer_member_id uuid,
  assigned_at timestamptz,
  closed_at timestamptz,
  erased_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((lost_reason is not null) = (status = 'lost')),
  check ((closed_at is null) = (status = 'open')),
  check ((assigned_at is null) = (closer_member_id is null)),
  check ((erased_at is null) = (email is not null)),
  primary key (organization_id, id)
);
perform app_distribute('prospects');
alter table prospects add foreign key (organization_id) references organizations (id);
alter table prospects add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table prospects add foreign key (organization_id, closer_member_id) references members (organization_id, id);
alter table prospects add foreign key (created_by) references accounts (id);
create unique index prospects_by_email on prospects (organization_id, email);
create index prospects_of_closer on prospects (organization_id, closer_member_id, id) where closer_member_id is not null;
create index prospects_open_of_closer on prospects (organization_id, closer_member_id) where status = 'open';
create index prospects_of_program on prospects (organization_id, program_id, id) where program_id is not null;
${policies}
end $migration$;
`;

export class ClosersAndProspects1764000000680 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
    await runner.query(`
      delete from responsibilities where role = 'closer';
      alter table responsibilities drop constraint responsibilities_role_check;
      alter table responsibilities add constraint responsibilities_role_check check (
        role in ('program_director', 'coach', 'reviewer'));`);
  }
}
