import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The reviews that somebody wrote in a period.
create index submission_reviews_of_reviewer on submission_reviews (organization_id, reviewed_by, reviewed_at);
end $migration$;
`;

export class ReviewsOfReviewers1764000000525 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index submission_reviews_of_reviewer;');
  }
}
