import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { listPage, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { mediaTables } from '../media.tables.js';
import type { MyVideosQuery } from './my-video.dto.js';
import { tagKey, type VideoResourceQuery } from './video-resource-request.dto.js';
import { visibleToPerson } from './visible-to-person.js';
import { VideoResourceVideoEntity } from './video-resource-video.entity.js';
import { VideoResourceVideo, type VideoResourceDetail } from './video-resource.dto.js';
import { VideoResourceEntity } from './video-resource.entity.js';

const findRelated = mediaTables
  .statement(
    'find_related_of_video_resource',
    { id: 'uuid' },
    `select p.name as "programName", t.url as "thumbnailUrl"
     from video_resources v
     left join programs p on p.organization_id = v.organization_id and p.id = v.program_id
     left join media t on t.organization_id = v.organization_id and t.id = v.thumbnail_media_id
     where v.organization_id = :organization and v.id = :id`,
  )
  .returning<Pick<VideoResourceDetail, 'programName' | 'thumbnailUrl'>>();

const listVideos = mediaTables
  .statement(
    'list_video_resource_videos',
    { resource: 'uuid' },
    `select v.media_id as "mediaId", v.title as "ownTitle", coalesce(v.title, m.title) as title, m.url, v.position
     from video_resource_videos v
     join media m on m.organization_id = v.organization_id and m.id = v.media_id
     where v.organization_id = :organization and v.video_resource_id = :resource
     order by v.position`,
  )
  .returning<VideoResourceVideo & { ownTitle: string | null }>();

const deleteVideos = mediaTables.statement(
  'delete_video_resource_videos',
  { resource: 'uuid' },
  'delete from video_resource_videos where organization_id = :organization and video_resource_id = :resource',
);

interface Where {
  andWhere: (sql: string, values: object) => unknown;
}

export type VideoLine = Pick<VideoResourceVideoEntity, 'mediaId' | 'title'>;

@Injectable()
export class VideoResourceRepository {
  list(scope: Scope, query: VideoResourceQuery): Promise<Page<VideoResourceEntity>> {
    const { programId, category, tag, q, status = 'published' } = query;
    const where = (select: Where): void => {
      if (tag !== undefined) select.andWhere(':tag = any(row.tagKeys)', { tag: tagKey(tag) });
      search(select, q);
    };
    return listPage(scope, VideoResourceEntity, query, { equal: { programId, category, status }, where });
  }

  /** Published ones of the programs of the person who calls. */
  listOfPerson(scope: Scope, query: MyVideosQuery): Promise<Page<VideoResourceEntity>> {
    const { programId, q } = query;
    const where = (select: Where): void => {
      select.andWhere(visibleToPerson('"row"'), { account: scope.caller.accountId });
      search(select, q);
    };
    return listPage(scope, VideoResourceEntity, query, { equal: { programId, status: 'published' }, where });
  }

  async getRelated(scope: Scope, id: string): Promise<Pick<VideoResourceDetail, 'programName' | 'thumbnailUrl'>> {
    const [related] = await scope.query(findRelated, { id });
    return related;
  }

  /** In display order. */
  async listVideos(scope: Scope, resource: string): Promise<VideoResourceVideo[]> {
    const rows = await scope.query(listVideos, { resource });
    return rows.map((row) => toResource(VideoResourceVideo, row));
  }

  /** Returns the videos that were replaced. */
  async replaceVideos(uow: UnitOfWork, resource: string, videos: readonly VideoLine[]): Promise<VideoLine[]> {
    const replaced = await uow.query(listVideos, { resource });
    uow.queue(deleteVideos, { resource });
    this.addVideos(uow, resource, videos);
    return replaced.map(({ mediaId, ownTitle }) => ({ mediaId, title: ownTitle }));
  }

  addVideos(uow: UnitOfWork, videoResourceId: string, videos: readonly VideoLine[]): void {
    videos.forEach((video, index) => {
      uow.insert(VideoResourceVideoEntity, { ...video, videoResourceId, position: index + 1 });
    });
  }
}

function search(select: Where, q: string | undefined): void {
  if (q !== undefined) select.andWhere(`row.search @@ plainto_tsquery('simple', :q)`, { q });
}
