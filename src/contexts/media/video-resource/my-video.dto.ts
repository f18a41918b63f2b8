import { FieldsOf } from '#kernel/fields';
import { VideoResourceQuery } from './video-resource-request.dto.js';
import { VideoResource, VideoResourceDetail } from './video-resource.dto.js';

export class MyVideosQuery extends FieldsOf(VideoResourceQuery, 'limit', 'cursor', 'programId', 'q') {}

const SHOWN = ['id', 'programId', 'kind', 'category', 'title', 'description', 'tags', 'publishedAt'] as const;

/** A video resource as an enrolled person sees it: without who published it. */
export class MyVideoResource extends FieldsOf(VideoResource, ...SHOWN) {}

export class MyVideoResourceDetail extends FieldsOf(
  VideoResourceDetail,
  ...SHOWN,
  'programName',
  'thumbnailUrl',
  'videoCount',
  'videos',
) {}
