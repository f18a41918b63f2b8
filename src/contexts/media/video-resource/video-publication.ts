import { invalidFields } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import type { InsertedRow, NewRow } from '#kernel/persistence';
import { listShownMedia } from '../media/shown-media.js';
import { distinctTags, tagKey, type PublishedVideoRequest } from './video-resource-request.dto.js';
import { VideoResourceEntity } from './video-resource.entity.js';
import { replaceVideos, type VideoLine } from './video-resource.repository.js';

export interface NewVideoResource extends Pick<
  InsertedRow<VideoResourceEntity>,
  'programId' | 'kind' | 'category' | 'title' | 'description' | 'audienceEnrollmentId'
> {
  tags?: readonly string[];
  videos: readonly PublishedVideoRequest[];
  thumbnailMediaId?: string | null;
}

/**
 * Inserts a published resource with its videos, for the library or as an answer; the caller has locked the status of the
 * program. Also returns what the audit entry has of it, without free text. Throws 400 for media that do not fit.
 */
export async function publishVideos(uow: UnitOfWork, request: NewVideoResource) {
  const { programId, kind, category, title, description, audienceEnrollmentId, tags = [] } = request;
  const thumbnailMediaId = await chooseThumbnail(uow, request.videos, request.thumbnailMediaId ?? null);
  const columns = { programId, kind, category, thumbnailMediaId };
  const resource: NewRow<VideoResourceEntity> = uow.insert(VideoResourceEntity, {
    ...columns,
    title,
    ...tagColumns(tags),
    description,
    audienceEnrollmentId,
    status: 'published',
    publishedAt: uow.now,
  });
  replaceVideos(uow, resource.id, linesOf(request.videos));
  const videos = request.videos.map(({ mediaId }) => ({ mediaId }));
  return { resource, changes: { ...columns, videos } };
}

/** Checks all media: see `listShownMedia` for `placed`. Returns the requested thumbnail, else the poster of the first video, else null. */
export async function chooseThumbnail(
  uow: UnitOfWork,
  videos: readonly { mediaId: string }[],
  requested: string | null,
  placed: readonly string[] = [],
): Promise<string | null> {
  const ids = videos.map((video) => video.mediaId);
  const media = await listShownMedia(uow, requested === null ? ids : [...ids, requested], placed);
  const issues = ids.flatMap((id, index) =>
    media.get(id)?.kind === 'video'
      ? []
      : [{ field: `videos.${index}.mediaId`, issue: 'must be a registered video of the organization' }],
  );
  if (requested !== null && media.get(requested)?.kind !== 'image') {
    issues.push({ field: 'thumbnailMediaId', issue: 'must be a registered image of the organization' });
  }
  if (issues.length > 0) throw invalidFields(issues);
  return requested ?? media.get(ids[0])?.posterMediaId ?? null;
}

export function linesOf(videos: readonly PublishedVideoRequest[]): VideoLine[] {
  return videos.map(({ mediaId, title }) => ({ mediaId, title: title || null }));
}

export function tagColumns(sent: readonly string[]): { tags: string[]; tagKeys: string[] } {
  const tags = distinctTags(sent);
  return { tags, tagKeys: tags.map(tagKey) };
}
