import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  nameIssue,
  NestedList,
  OneOf,
  PatchOf,
  repetitions,
  Text,
  TextList,
  Title,
  Uuid,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { VIDEO_CATEGORIES, VIDEO_STATUSES, type VideoCategory, type VideoStatus } from './video-resource.entity.js';

/** The issue with a tag, which is trimmed before its length is checked. */
export const tagIssue = (value: unknown): string | undefined =>
  nameIssue(typeof value === 'string' ? value.trim() : value, 1, 40);

export class PublishedVideoRequest {
  @Uuid({ description: 'A registered video of the organization' }) mediaId: string;

  @Title({ optional: true, nullable: true, max: 200, description: 'Replaces the title of the media' })
  title?: string | null;
}

class VideoResourceFields implements CrossChecked {
  @OneOf(VIDEO_CATEGORIES, { description: 'replay of a live session, or another video' }) category: VideoCategory;
  @Title({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' }) title: string;
  @Text({ optional: true, nullable: true, max: 10_000, description: 'Markdown' }) description?: string | null;

  @TextList(tagIssue, {
    optional: true,
    maxItems: 10,
    description: 'Tags of 1 to 40 characters each',
    example: ['feedback'],
  })
  tags?: string[];

  @NestedList(() => PublishedVideoRequest, {
    minItems: 1,
    maxItems: 20,
    description: 'Distinct videos, in display order',
  })
  videos: PublishedVideoRequest[];

  @Uuid({
    optional: true,
    nullable: true,
    description: 'A registered image; null for the poster of the first video',
    example: null,
  })
  thumbnailMediaId?: string | null;

  crossIssues(): FieldIssue[] {
    return repeatedVideos(this.videos);
  }
}

export class PublishVideoResourceRequest extends VideoResourceFields {
  @Uuid({ description: 'A program of the organization that is not archived' }) programId: string;

  @OneOf(['replay_other'], { description: 'Always replay_other: this operation does not publish video answers' })
  kind: 'replay_other';
}

export class UpdateVideoResourceRequest extends PatchOf(VideoResourceFields) {}

export class VideoResourceQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only resources of this program' }) programId?: string;
  @OneOf(VIDEO_CATEGORIES, { optional: true, description: 'Only resources of this category' }) category?: VideoCategory;
  @Text({ optional: true, trim: true, min: 1, max: 40, description: 'Only resources with this tag, in any case' })
  tag?: string;
  @Text({
    optional: true,
    trim: true,
    min: 1,
    max: 200,
    description: 'Words that must all occur in title or description',
  })
  q?: string;

  @OneOf(VIDEO_STATUSES, { optional: true, description: 'Default: published. unpublished requires OWNER or ADMIN' })
  status?: VideoStatus;
}

/** Trimmed tags without case-insensitive duplicates; the first spelling is kept. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim())) {
    if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  return [...byKey.values()];
}

/**
 * The search key of a tag, equal for spellings that differ only in case. Lower case alone does not unify some letters
 * (ß and ẞ, σ and ς). Dotless ı is kept apart, because its upper case is that of i.
 */
export function tagKey(tag: string): string {
  const keys = tag.split('ı').map((part) => part.toLowerCase().toUpperCase().toLowerCase());
  return keys.join('ı').replaceAll('ς', 'σ');
}

export function repeatedVideos(videos: readonly PublishedVideoRequest[] = []): FieldIssue[] {
  const ids = videos.map(({ mediaId }) => mediaId);
  return repetitions(ids, 'must not be repeated', (index) => `videos.${index}.mediaId`);
}
