import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'spaces',
  'posts',
  'post_media',
  'post_revisions',
  'post_reactions',
  'moderation_cases',
  'post_reports',
  'read_markers',
  'member_blocks',
  'community_mutes',
];

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
create table spaces (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  scope text not null check (scope in ('organization', 'program', 'cohort', 'group')),
  program_id uuid,
  cohort_id uuid,
  group_id uuid,
  -- The group, cohort, program or organization whose people read it.
  place_id uuid not null,
  posting text not null check (posting in ('members', 'staff')),
  status text not null check (status in ('active', 'archived')),
  -- Posts and comments have one sequence of numbers.
  last_number integer not null check (last_number >= 0),
  -- How many of them are no comments.
  posts_made integer not null check (posts_made >= 0),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (place_id = coalesce(group_id, cohort_id, program_id, organization_id)),
  primary key (organization_id, id)
);
perform app_distribute('spaces');
alter table spaces add foreign key (organization_id) references organizations (id);
alter table spaces add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table spaces add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table spaces add foreign key (organization_id, group_id) references groups (organization_id, id);
alter table spaces add foreign key (created_by) references accounts (id);
create index spaces_of_place on spaces (organization_id, place_id, id);

create table posts (
  organization_id uuid not null,
  id uuid not null,
  space_id uuid not null,
  -- The post that it comments on.
  parent_id uuid,
  number integer not null check (number > 0),
  -- How many posts of the space up to this number are no comments.
  posts_through integer not null,
  author_member_id uuid not null,
  by_staff boolean not null,
  title text,
  -- Null once the words of a deleted or removed post are gone.
  body text,
  mentions uuid[] not null,
  pinned boolean not null,
  status text not null check (status in ('visible', 'deleted', 'removed')),
  comment_count integer not null check (comment_count >= 0),
  reactions jsonb not null,
  edited_at timestamptz,
  -- When it was deleted or removed.
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'visible') = (ended_at is null)),
  check (status <> 'visible' or body is not null),
  unique (organization_id, space_id, number),
  primary key (organization_id, id)
);
perform app_distribute('posts');
alter table posts add foreign key (organization_id) references organizations (id);
alter table posts add foreign key (organization_id, space_id) references spaces (organization_id, id);
alter table posts add foreign key (organization_id, parent_id) references posts (organization_id, id);
alter table posts add foreign key (organization_id, author_member_id) references members (organization_id, id);
create index posts_of_space on posts (organization_id, space_id, (pinned::integer), number) where parent_id is null;
create index posts_pinned on posts (organization_id, space_id) where pinned;
create index comments_of_post on posts (organization_id, parent_id, number) where parent_id is not null;
create index posts_of_author on posts (organization_id, author_member_id, created_at);
create index posts_with_words_to_remove on posts (organization_id, ended_at) where ended_at is not null and body is not null;

create table post_media (
  organization_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  media_id uuid not null,
  position integer not null,
  unique (organization_id, post_id, media_id),
  primary key (organization_id, id)
);
perform app_distribute('post_media');
alter table post_media add foreign key (organization_id) references organizations (id);
alter table post_media add foreign key (organization_id, post_id) references posts (organization_id, id);
alter table post_media add foreign key (organization_id, media_id) references media (organization_id, id);
create index post_media_of_media on post_media (organization_id, media_id);

create table post_revisions (
  organization_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  title text,
  body text not null,
  written_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('post_revisions');
alter table post_revisions add foreign key (organization_id) references organizations (id);
alter table post_revisions add foreign key (organization_id, post_id) references posts (organization_id, id);
create index post_revisions_of_post on post_revisions (organization_id, post_id, id);

create table post_reactions (
  organization_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  member_id uuid not null,
  reactions text[] not null,
  -- When they were set within the last hour before the last time, to count them.
  set_at jsonb not null,
  updated_at timestamptz not null,
  unique (organization_id, post_id, member_id),
  primary key (organization_id, id)
);
perform app_distribute('post_reactions');
alter table post_reactions add foreign key (organization_id) references organizations (id);
alter table post_reactions add foreign key (organization_id, post_id) references posts (organization_id, id);
alter table post_reactions add foreign key (organization_id, member_id) references members (organization_id, id);
create index post_reactions_of_member on post_reactions (organization_id, member_id, updated_at);

create table moderation_cases (
  organization_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  space_id uuid not null,
  -- The words when they were first reported; the body is null once they are gone.
  snapshot_title text,
  snapshot_body text,
  status text not null check (status in ('open', 'decided')),
  decision text check (decision in ('dismiss', 'remove')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  mute_days integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'decided') = (decision is not null and decided_by is not null and decided_at is not null)),
  primary key (organization_id, id)
);
perform app_distribute('moderation_cases');
alter table moderation_cases add foreign key (organization_id) references organizations (id);
alter table moderation_cases add foreign key (organization_id, post_id) references posts (organization_id, id);
alter table moderation_cases add foreign key (organization_id, space_id) references spaces (organization_id, id);
alter table moderation_cases add foreign key (decided_by) references accounts (id);
create unique index one_open_moderation_case on moderation_cases (organization_id, post_id) where status = 'open';
create index moderation_cases_of_post on moderation_cases (organization_id, post_id, id);
create index moderation_cases_of_space on moderation_cases (organization_id, space_id, id);
create index moderation_cases_with_words_to_remove on moderation_cases (organization_id, decided_at)
  where decided_at is not null and snapshot_body is not null;

create table post_reports (
  organization_id uuid not null,
  id uuid not null,
  moderation_case_id uuid not null,
  post_id uuid not null,
  member_id uuid not null,
  reason text not null check (reason in ('spam', 'abuse', 'personal_data', 'other')),
  text text,
  created_at timestamptz not null,
  unique (organization_id, moderation_case_id, member_id),
  primary key (organization_id, id)
);
perform app_distribute('post_reports');
alter table post_reports add foreign key (organization_id) references organizations (id);
alter table post_reports add foreign key (organization_id, moderation_case_id) references moderation_cases (organization_id, id);
alter table post_reports add foreign key (organization_id, post_id) references posts (organization_id, id);
alter table post_reports add foreign key (organization_id, member_id) references members (organization_id, id);
create index post_reports_of_member on post_reports (organization_id, member_id, created_at);

create table read_markers (
  organization_id uuid not null,
  id uuid not null,
  space_id uuid not null,
  member_id uuid not null,
  through integer not null check (through >= 0),
  -- How many posts up to there are no comments.
  posts_through integer not null check (posts_through >= 0),
  unique (organization_id, space_id, member_id),
  primary key (organization_id, id)
);
perform app_distribute('read_markers');
alter table read_markers add foreign key (organization_id) references organizations (id);
alter table read_markers add foreign key (organization_id, space_id) references spaces (organization_id, id);
alter table read_markers add foreign key (organization_id, member_id) references members (organization_id, id);
create index read_markers_of_member on read_markers (organization_id, member_id);

create table member_blocks (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  blocked_member_id uuid not null,
  created_at timestamptz not null,
  unique (organization_id, member_id, blocked_member_id),
  primary key (organization_id, id)
);
perform app_distribute('member_blocks');
alter table member_blocks add foreign key (organization_id) references organizations (id);
alter table member_blocks add foreign key (organization_id, member_id) references members (organization_id, id);
alter table member_blocks add foreign key (organization_id, blocked_member_id) references members (organization_id, id);
create index member_blocks_of_blocked on member_blocks (organization_id, blocked_member_id);

create table community_mutes (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  -- Null once it was lifted.
  until timestamptz,
  reason text,
  muted_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, member_id),
  primary key (organization_id, id)
);
perform app_distribute('community_mutes');
alter table community_mutes add foreign key (organization_id) references organizations (id);
alter table community_mutes add foreign key (organization_id, member_id) references members (organization_id, id);
alter table community_mutes add foreign key (muted_by) references accounts (id);
${policies}
end $migration$;
`;

export class Community1764000000780 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
