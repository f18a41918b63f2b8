import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { replacementOf, type Scope } from '#kernel/work';
import { visibleToPerson } from './visible-to-person.js';
import { VideoResourceVideoEntity } from './video-resource-video.entity.js';
import { VideoResourceEntity } from './video-resource.entity.js';
import { type VideoResourceDetail, VideoResourceVideo } from './video-resource.dto.js';
import { mediaTables } from '../media.tables.js';

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

export const replaceVideos = replacementOf(mediaTables, VideoResourceVideoEntity, 'videoResourceId');

const SEARCH = { q: ['text', `item.search @@ plainto_tsquery('simple', :q)`] } as const;

export const videoResourceList = mediaTables.list('list_video_resources', {
  rows: VideoResourceEntity,
  of: ['status'],
  by: ['programId', 'category'],
  filters: { tag: ['text', ':tag = any(item.tag_keys)'], ...SEARCH },
});

/** Published ones of the programs of a person. */
export const listVideoResourcesOfPerson = mediaTables.list('list_video_resources_of_person', {
  rows: VideoResourceEntity,
  parameters: { account: 'uuid' },
  where: `item.status = 'published' and ${visibleToPerson('item')}`,
  by: ['programId'],
  filters: SEARCH,
});

export type VideoLine = Pick<VideoResourceVideoEntity, 'mediaId' | 'title'>;

@Injectable()
export class VideoResourceRepository {
  async getRelated(scope: Scope, id: string): Promise<Pick<VideoResourceDetail, 'programName' | 'thumbnailUrl'>> {
    const [related] = await scope.query(findRelated, { id });
    return related;
  }

  /** In display order. */
  async listVideos(scope: Scope, resource: string): Promise<VideoResourceVideo[]> {
    const rows = await scope.query(listVideos, { resource });
    return rows.map((row) => toResource(VideoResourceVideo, row));
  }

  /** The videos with titles of their own, in display order. */
  async listLines(scope: Scope, resource: string): Promise<VideoLine[]> {
    const rows = await scope.query(listVideos, { resource });
    return rows.map(({ mediaId, ownTitle }) => ({ mediaId, title: ownTitle }));
  }
}
