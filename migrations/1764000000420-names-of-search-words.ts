import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The whole name beside each of its words, folded in the same way: a search for several words reads the range of one of
-- them in the index and compares the others there. Null for words from before; the service adds these names beside requests.
alter table member_search_words add column name text collate "C";
create index member_search_words_named on member_search_words (organization_id, word, member_id) include (name);
drop index member_search_words_organization_id_word_member_id_idx;
-- The service looks at the members of every organization once more.
truncate member_search_fills;
end $migration$;
`;

export class NamesOfSearchWords1764000000420 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index member_search_words_organization_id_word_member_id_idx
        on member_search_words (organization_id, word, member_id);
      alter table member_search_words drop column name;`);
  }
}
