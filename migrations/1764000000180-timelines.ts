import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The timeline of the server's write-ahead log. On a standby: a timeline that its replay has reached. The control file
-- tells it to every role, but is written late after a switch; pg_stat_wal_receiver, null without pg_read_all_stats, tells
-- it at once.
create function app_timeline() returns integer language plpgsql as $$
begin
  if pg_is_in_recovery() then
    return (select greatest(c.min_recovery_end_timeline, r.received_tli)
            from pg_control_recovery() c left join pg_stat_wal_receiver r on true);
  end if;
  return ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer;
end $$;
end $migration$;
`;

export class Timelines1764000000180 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function app_timeline;');
  }
}
