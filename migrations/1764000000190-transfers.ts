import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The enrollment that this one goes on from; at most one goes on from another.
alter table enrollments add column transferred_from_id uuid;
alter table enrollments add foreign key (organization_id, transferred_from_id) references enrollments (organization_id, id);
create unique index enrollments_transferred_from on enrollments (organization_id, transferred_from_id)
  where transferred_from_id is not null;
-- Finds the groups of an enrollment.
create index group_memberships_of_enrollment on group_memberships (organization_id, enrollment_id)
  where ended_at is null;
end $migration$;
`;

export class Transfers1764000000190 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index group_memberships_of_enrollment; alter table enrollments drop column transferred_from_id;',
    );
  }
}
