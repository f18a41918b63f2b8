import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { MediaKind } from './media.entity.js';
import { tagKey, type VideoResourceQuery } from './video-resource-request.dto.js';
import { VideoResourceVideoEntity } from './video-resource-video.entity.js';
import { toVideoResource, type VideoResource, type VideoResourceVideo } from './video-resource.dto.js';
import { VideoResourceEntity } from './video-resource.entity.js';

const lockProgram = statement<{ status: string }>(
  'lock_program_of_published_video',
  'select status from programs where organization_id = $1 and id = $2 for share',
);

interface MediaRow {
  id: string;
  kind: MediaKind;
  poster_media_id: string | null;
}

const listMedia = statement<MediaRow>(
  'list_media_by_id',
  'select id, kind, poster_media_id from media where organization_id = $1 and id = any($2::uuid[])',
);

const findSurroundings = statement<{ program_name: string | null; thumbnail_url: string | null }>(
  'find_video_resource_surroundings',
  `select p.name as program_name, t.url as thumbnail_url
   from video_resources v
   left join programs p on p.organization_id = v.organization_id and p.id = v.program_id
   left join media t on t.organization_id = v.organization_id and t.id = v.thumbnail_media_id
   where v.organization_id = $1 and v.id = $2`,
);

const listVideos = statement<{ media_id: string; title: string; url: string; position: number }>(
  'list_video_resource_videos',
  `select v.media_id, coalesce(v.title, m.title) as title, m.url, v.position
   from video_resource_videos v
   join media m on m.organization_id = v.organization_id and m.id = v.media_id
   where v.organization_id = $1 and v.video_resource_id = $2
   order by v.position`,
);

const deleteVideos = statement(
  'delete_video_resource_videos',
  'delete from video_resource_videos where organization_id = $1 and video_resource_id = $2',
);

interface Line {
  mediaId: string;
  title: string | null;
}

@Injectable()
export class VideoResourceRepository {
  /** The program's status, kept from changing until the end of the unit; undefined where there is no such program. */
  async lockProgramStatus(uow: UnitOfWork, programId: string): Promise<string | undefined> {
    const [row] = await uow.query(lockProgram, [programId]);
    return row?.status;
  }

  /** Kind and poster of the media that exist among the given ids. */
  async listMedia(
    scope: Scope,
    ids: readonly string[],
  ): Promise<Map<string, { kind: MediaKind; posterMediaId: string | null }>> {
    const rows = await scope.query(listMedia, [ids]);
    return new Map(rows.map((row) => [row.id, { kind: row.kind, posterMediaId: row.poster_media_id }]));
  }

  list(scope: Scope, query: VideoResourceQuery): Promise<Page<VideoResource>> {
    const { programId, category, tag, q, status = 'published' } = query;
    const equal = { programId, category, status };
    const where = (select: { andWhere: (sql: string, values: object) => unknown }): void => {
      if (tag !== undefined) select.andWhere(':tag = any(row.tagKeys)', { tag: tagKey(tag) });
      if (q !== undefined) select.andWhere(`row.search @@ plainto_tsquery('simple', :q)`, { q });
    };
    return listPage(scope, VideoResourceEntity, query, { equal, where }, toVideoResource);
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<VideoResourceEntity> {
    const resource = await scope.manager.findOneBy(VideoResourceEntity, { organizationId: scope.organizationId, id });
    if (!resource) throw notFound();
    return resource;
  }

  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<VideoResourceEntity> {
    const resource = await uow.manager.findOne(VideoResourceEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!resource) throw notFound();
    return resource;
  }

  async getSurroundings(
    scope: Scope,
    id: string,
  ): Promise<{ programName: string | null; thumbnailUrl: string | null }> {
    const [row] = await scope.query(findSurroundings, [id]);
    return { programName: row.program_name, thumbnailUrl: row.thumbnail_url };
  }

  /** In display order. */
  async listVideos(scope: Scope, id: string): Promise<VideoResourceVideo[]> {
    const rows = await scope.query(listVideos, [id]);
    return rows.map(({ media_id: mediaId, title, url, position }) => ({ mediaId, title, url, position }));
  }

  add(uow: UnitOfWork, resource: NewRow<VideoResourceEntity>, videos: readonly Line[]): void {
    uow.insert(VideoResourceEntity, resource);
    this.addVideos(uow, resource.id, videos);
  }

  update(uow: UnitOfWork, id: string, change: Change<VideoResourceEntity>): void {
    uow.update(VideoResourceEntity, id, change);
  }

  replaceVideos(uow: UnitOfWork, id: string, videos: readonly Line[]): void {
    uow.queue(deleteVideos, [id]);
    this.addVideos(uow, id, videos);
  }

  private addVideos(uow: UnitOfWork, videoResourceId: string, videos: readonly Line[]): void {
    videos.forEach(({ mediaId, title }, index) => {
      uow.insert(VideoResourceVideoEntity, { id: uow.newId(), videoResourceId, mediaId, title, position: index + 1 });
    });
  }
}
