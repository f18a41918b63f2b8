import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { PositiveInteger } from '../platform/fields/numbers.js';
import { OneOf, Text, TextList } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { WebAddress } from '../platform/fields/web-address.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import { tagIssue } from './video-resource-request.dto.js';
import { VIDEO_CATEGORIES, VIDEO_STATUSES, type VideoResourceEntity } from './video-resource.entity.js';

export class VideoResource {
  @Uuid({ description: 'Resource identifier' })
  id: string;

  @Uuid({ description: 'Program' })
  programId: string;

  @OneOf(['replay_other', 'video_answer'], { description: 'Kind' })
  kind: string;

  @OneOf(VIDEO_CATEGORIES, { description: 'Shown as a badge' })
  category: string;

  @Text({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' })
  title: string;

  @Text({ nullable: true, description: 'Markdown' })
  description: string | null;

  @TextList(tagIssue, { description: 'Tags', example: ['feedback'] })
  tags: string[];

  @OneOf(VIDEO_STATUSES, { description: 'published on creation' })
  status: string;

  @Uuid({ nullable: true, description: 'Thumbnail image media' })
  thumbnailMediaId: string | null;

  @Uuid({ description: 'Creating account' })
  createdBy: string;

  @Instant({ description: 'Publication, UTC' })
  publishedAt: string;

  @Instant({ nullable: true, description: 'End of publication, UTC' })
  unpublishedAt: string | null;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

export class VideoResourceVideo {
  @Uuid({ description: 'The video media' })
  mediaId: string;

  @Text({ description: "The line's title, else the media's", example: 'Giving feedback' })
  title: string;

  @WebAddress({ description: 'Where the video is' })
  url: string;

  @PositiveInteger({ description: 'Place in the display order' })
  position: number;
}

/** What the detail of a resource adds. */
export class VideoResourceDetail extends VideoResource {
  @Text({ nullable: true, description: 'Name of the program', example: 'Leadership Essentials' })
  programName: string | null;

  @WebAddress({ nullable: true, description: 'Where the thumbnail is' })
  thumbnailUrl: string | null;

  @PositiveInteger({ description: 'How many videos it has' })
  videoCount: number;

  @Text({ nullable: true, description: 'Display name of the creating account' })
  authorName: string | null;

  @NestedList(() => VideoResourceVideo, { description: 'In display order' })
  videos: VideoResourceVideo[];
}

export function toVideoResource(row: NewRow<VideoResourceEntity>): VideoResource {
  return {
    id: row.id,
    programId: row.programId,
    kind: row.kind,
    category: row.category,
    title: row.title,
    description: row.description,
    tags: row.tags,
    status: row.status,
    thumbnailMediaId: row.thumbnailMediaId,
    createdBy: row.createdBy,
    publishedAt: row.publishedAt.toISOString(),
    unpublishedAt: row.unpublishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
