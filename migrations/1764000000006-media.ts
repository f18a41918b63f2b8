import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, reference } from './tenant-table.js';

export class Media1764000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTenantTable(
      runner,
      'media',
      `
      kind text not null check (kind in ('video', 'image', 'file')),
      title text not null,
      mime_type text not null,
      url text not null,
      poster_media_id uuid,
      created_by uuid not null references accounts (id),
      created_at timestamptz not null,
      ${reference('poster_media_id', 'media')}
    `,
    );
    await runner.query(`create index on media (organization_id, kind, id desc)`);

    await createTenantTable(
      runner,
      'video_resources',
      `
      program_id uuid not null,
      kind text not null check (kind in ('replay_other', 'video_answer')),
      category text not null check (category in ('replay', 'video')),
      title text not null,
      description text,
      tags text[] not null,
      tag_keys text[] not null,
      search tsvector not null
        generated always as (to_tsvector('simple'::regconfig, title || ' ' || coalesce(description, ''))) stored,
      status text not null check (status in ('published', 'unpublished')),
      thumbnail_media_id uuid,
      created_by uuid not null references accounts (id),
      published_at timestamptz not null,
      unpublished_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ${reference('program_id', 'programs')},
      ${reference('thumbnail_media_id', 'media')}
    `,
    );
    // Words and tags are filters on these: under row-level security no GIN index would be used for them, since
    // its operators are not leakproof, and the policy comes first.
    await runner.query(`create index on video_resources (organization_id, status, id desc)`);
    await runner.query(`create index on video_resources (organization_id, program_id, status, id desc)`);
    await runner.query(`create index on video_resources (organization_id, category, status, id desc)`);

    await createTenantTable(
      runner,
      'video_resource_videos',
      `
      video_resource_id uuid not null,
      media_id uuid not null,
      position integer not null check (position > 0),
      title text,
      unique (organization_id, video_resource_id, position),
      unique (organization_id, video_resource_id, media_id),
      ${reference('video_resource_id', 'video_resources')},
      ${reference('media_id', 'media')}
    `,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'video_resource_videos', 'video_resources', 'media');
  }
}
