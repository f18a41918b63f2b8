import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Media that were made of it were deleted.
alter table uploads add column released_at timestamptz;
create index uploads_to_remove on uploads (organization_id, id)
  where object_key is not null and (status in ('rejected', 'cancelled', 'expired') or released_at is not null);

-- What refers to media, for those who delete it.
create index submissions_of_media on submissions (organization_id, media_id) where media_id is not null;
create index lesson_media_of_media on lesson_media (organization_id, media_id);
create index video_resource_videos_of_media on video_resource_videos (organization_id, media_id);
create index video_resources_of_thumbnail on video_resources (organization_id, thumbnail_media_id)
  where thumbnail_media_id is not null;
create index media_of_poster on media (organization_id, poster_media_id) where poster_media_id is not null;
end $migration$;
`;

export class DeletedMedia1764000000640 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of [
      'media_of_poster',
      'video_resources_of_thumbnail',
      'video_resource_videos_of_media',
      'lesson_media_of_media',
      'submissions_of_media',
    ]) {
      await runner.query(`drop index ${index};`);
    }
    await runner.query('alter table uploads drop column released_at;');
  }
}
