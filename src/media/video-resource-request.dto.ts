import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { OneOf, Text, TextList, textIssue, Title } from '../platform/fields/text.js';
import { PageQuery } from '../platform/lists/page.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import { VIDEO_CATEGORIES, VIDEO_STATUSES, type VideoCategory, type VideoStatus } from './video-resource.entity.js';

/** What is wrong with a tag, which is trimmed before it is measured. */
export const tagIssue = (value: unknown): string | undefined =>
  textIssue(typeof value === 'string' ? value.trim() : value, 1, 40);

export class PublishedVideoRequest {
  @Uuid({ description: 'A video media of the school' })
  mediaId: string;

  @Text({ optional: true, nullable: true, trim: true, max: 200, description: 'Shown instead of the media title' })
  title?: string | null;
}

export class PublishVideoResourceRequest implements CrossChecked {
  @Uuid({ description: 'Program of the school, not archived' })
  programId: string;

  @OneOf(['replay_other'], { description: 'A video answer is born from a question and is not published here' })
  kind: 'replay_other';

  @OneOf(VIDEO_CATEGORIES, { description: 'A live replay, or another video' })
  category: VideoCategory;

  @Title({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' })
  title: string;

  @Text({ optional: true, nullable: true, max: 10_000, description: 'Markdown' })
  description?: string | null;

  @TextList(tagIssue, {
    optional: true,
    maxItems: 10,
    description: 'Of 1 to 40 characters each',
    example: ['feedback'],
  })
  tags?: string[];

  @NestedList(() => PublishedVideoRequest, {
    minItems: 1,
    maxItems: 20,
    description: 'Distinct videos, in display order',
  })
  videos: PublishedVideoRequest[];

  @Uuid({ optional: true, nullable: true, description: "An image media; else the first video's image", example: null })
  thumbnailMediaId?: string | null;

  crossIssues(): FieldIssue[] {
    return repeatedVideos(this.videos);
  }
}

export class UpdateVideoResourceRequest implements CrossChecked {
  @OneOf(VIDEO_CATEGORIES, { optional: true, description: 'A live replay, or another video' })
  category?: VideoCategory;

  @Title({ optional: true, min: 1, max: 200, description: 'Title', example: 'Giving feedback' })
  title?: string;

  @Text({ optional: true, nullable: true, max: 10_000, description: 'Markdown; null erases it' })
  description?: string | null;

  @TextList(tagIssue, {
    optional: true,
    maxItems: 10,
    description: 'Replaces the tags, of 1 to 40 characters each',
    example: ['feedback'],
  })
  tags?: string[];

  @NestedList(() => PublishedVideoRequest, {
    optional: true,
    minItems: 1,
    maxItems: 20,
    description: 'Replaces the videos, in display order',
  })
  videos?: PublishedVideoRequest[];

  @Uuid({ optional: true, nullable: true, description: "An image media; null for the first video's image" })
  thumbnailMediaId?: string | null;

  crossIssues(): FieldIssue[] {
    return repeatedVideos(this.videos ?? []);
  }
}

export class VideoResourceQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Resources of this program' })
  programId?: string;

  @OneOf(VIDEO_CATEGORIES, { optional: true, description: 'Resources of this category' })
  category?: VideoCategory;

  @Title({ optional: true, min: 1, max: 40, description: 'Resources with this tag, regardless of case' })
  tag?: string;

  @Title({ optional: true, min: 1, max: 200, description: 'Words that title or description all have' })
  q?: string;

  @OneOf(VIDEO_STATUSES, { optional: true, description: 'published unless given; others for OWNER and ADMIN only' })
  status?: VideoStatus;
}

/** Trimmed tags, each once regardless of case, in the spelling that came first. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim())) {
    if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  return [...byKey.values()];
}

/**
 * What a tag is found by: the same for spellings that differ in case alone, of which lower case may leave two (ß, ẞ, ς, µ).
 * The dotless ı is a letter of its own, whose capital is that of i.
 */
export function tagKey(tag: string): string {
  const keys = tag.split('ı').map((part) => part.toLowerCase().toUpperCase().toLowerCase());
  return keys.join('ı').replaceAll('ς', 'σ');
}

function repeatedVideos(videos: readonly PublishedVideoRequest[]): FieldIssue[] {
  return videos.flatMap(({ mediaId }, index) =>
    videos.findIndex((video) => video.mediaId === mediaId) === index
      ? []
      : [{ field: `videos.${index}.mediaId`, issue: 'must not be given twice' }],
  );
}
