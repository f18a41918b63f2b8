import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- The member's id in another system of the organization, unique among active members.
alter table members add column external_id text;
create unique index members_one_external_id on members (organization_id, external_id)
  where status = 'active' and external_id is not null;
create index on members (organization_id, external_id, id desc) where external_id is not null;

-- The words of members' names, as src/contexts/identity/member/search-words.ts folds them. The service adds the words
-- of existing members before it takes requests, in steps: the server's lower() depends on its locale, and its Unicode
-- data on its version.
-- Collation "C": words with one beginning are a range of the index, by comparisons that row-level security lets into an
-- index condition, unlike LIKE and the operators of text search.
create table member_search_words (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  word text collate "C" not null,
  unique (organization_id, member_id, word),
  primary key (organization_id, id)
);
perform app_distribute('member_search_words');
alter table member_search_words add foreign key (organization_id) references organizations (id);
alter table member_search_words add foreign key (organization_id, member_id) references members (organization_id, id);
create index on member_search_words (organization_id, word, member_id);
alter table member_search_words enable row level security;
alter table member_search_words force row level security;
create policy tenant on member_search_words
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- The organizations whose existing members have their words. Listed across organizations when the service starts.
create table member_search_fills (
  organization_id uuid not null,
  id uuid not null,
  filled_at timestamptz not null,
  unique (organization_id),
  primary key (organization_id, id)
);
perform app_distribute('member_search_fills');
alter table member_search_fills add foreign key (organization_id) references organizations (id);
alter table member_search_fills enable row level security;
alter table member_search_fills force row level security;
create policy tenant on member_search_fills
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy worker_list on member_search_fills for select using (current_setting('app.worker', true) = 'on');
end $migration$;
`;

export class MemberSearch1764000000160 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table member_search_fills; drop table member_search_words;
      alter table members drop column external_id;`);
  }
}
