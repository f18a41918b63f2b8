import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The position in the write-ahead log before which every acknowledged commit is; null on a standby. A commit is
-- acknowledged when it is flushed, unless synchronous_commit is off.
create function app_wal_position() returns pg_lsn language plpgsql as $$
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  if current_setting('synchronous_commit') = 'off' then
    return pg_current_wal_insert_lsn();
  end if;
  return pg_current_wal_flush_lsn();
end $$;

-- For a read that a standby answers: enters the tenant and confirms the caller, as app_enter does. Also returns the
-- position, and the member's current responsibilities, which decide what the member reaches: the access state only has
-- their roles and scopes.
create function confirm_caller(organization uuid, key_id uuid, access_state bytea, member uuid)
returns table (wal_position pg_lsn, responsibility_ids uuid[]) language plpgsql as $$
begin
  perform app_enter(organization, key_id, access_state);
  wal_position := app_wal_position();
  responsibility_ids := array(
    select r.id from responsibilities r
    where r.organization_id = organization and r.member_id = member and r.ended_at is null
    order by r.id);
  return next;
end $$;
end $migration$;
`;

export class ReadsBesideThePrimary1764000000080 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function confirm_caller; drop function app_wal_position;');
  }
}
