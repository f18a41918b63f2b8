import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  NestedList,
  OneOf,
  PatchOf,
  PositiveInteger,
  repetitions,
  Text,
  Title,
  Uuid,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import {
  LESSON_COMPLETIONS,
  LESSON_KINDS,
  LESSON_STATUSES,
  type LessonCompletionRule,
  type LessonKind,
} from './lesson.entity.js';

const MAX_MEDIA = 10;
const MAX_MINUTES = 1_440;

class LessonMediaLine {
  @Uuid({ description: 'Registered media: a video for a video lesson' }) mediaId: string;

  @Title({ optional: true, nullable: true, min: 1, max: 200, description: 'Replaces the title of the media' })
  title?: string | null;
}

/** The material of a lesson. Its kind decides which of the fields it has. */
export interface LessonMaterial {
  body?: string | null;
  url?: string | null;
  media?: readonly { mediaId: string }[];
}

class LessonFields implements CrossChecked {
  @Title({ min: 1, max: 200, description: 'Title', example: 'Asking before telling' }) title: string;

  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 20_000,
    description: 'Markdown; required for a text lesson',
    example: 'Ask what the other one sees before you say what you see.',
  })
  body?: string | null;

  @WebAddress({ optional: true, nullable: true, description: 'Of a link lesson', example: null }) url?: string | null;

  @NestedList(() => LessonMediaLine, {
    optional: true,
    maxItems: MAX_MEDIA,
    description: 'Of a video or file lesson, in display order; replaced as a whole',
    example: [],
  })
  media?: LessonMediaLine[];

  @Flag({ optional: true, description: 'Whether progress counts it; by default it does', example: true })
  required?: boolean;

  @OneOf(LESSON_COMPLETIONS, {
    optional: true,
    description: 'Who completes it: the person enrolled (the default) or the staff',
  })
  completion?: LessonCompletionRule;

  @WholeNumber({ optional: true, nullable: true, min: 1, max: MAX_MINUTES, description: 'Minutes that it takes' })
  estimatedMinutes?: number | null;

  crossIssues(): FieldIssue[] {
    const ids = (this.media ?? []).map(({ mediaId }) => mediaId);
    return repetitions(ids, 'must not be named twice', (index) => `media.${index}.mediaId`);
  }
}

export class CreateLessonRequest extends LessonFields {
  @OneOf(LESSON_KINDS, { description: 'text, video, file or link; it cannot be changed', example: 'text' })
  kind: LessonKind;

  override crossIssues(): FieldIssue[] {
    return [...materialIssues(this.kind, this), ...super.crossIssues()];
  }
}

export class UpdateLessonRequest extends PatchOf(LessonFields) {}

export class LessonMedia {
  @Uuid({ description: 'Media' }) mediaId: string;
  @Text({ description: 'Title', example: 'Giving feedback' }) title: string;
  @OneOf(['video', 'image', 'file'], { description: 'Kind of media' }) kind: string;
  @PositiveInteger({ description: 'Position in the display order' }) position: number;
}

export class Lesson {
  @Uuid({ description: 'Lesson identifier' }) id: string;
  @Uuid({ description: 'Course' }) courseId: string;
  @Uuid({ description: 'Section' }) sectionId: string;
  @Text({ description: 'Title', example: 'Asking before telling' }) title: string;
  @OneOf(LESSON_KINDS, { description: 'Kind' }) kind: string;
  @Text({ nullable: true, description: 'Markdown' }) body: string | null;
  @WebAddress({ nullable: true, description: 'Of a link lesson', example: null }) url: string | null;
  @NestedList(() => LessonMedia, { description: 'By position' }) media: LessonMedia[];
  @Flag({ description: 'Whether progress counts it' }) required: boolean;
  @OneOf(LESSON_COMPLETIONS, { description: 'Who completes it' }) completion: string;
  @PositiveInteger({ nullable: true, description: 'Minutes that it takes', example: 12 }) estimatedMinutes:
    number | null;
  @PositiveInteger({ description: 'Among the lessons of the section that are not archived' }) position: number;
  @OneOf(LESSON_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
  @Instant({ nullable: true, description: 'Publication, UTC' }) publishedAt: string | null;
  @Instant({ nullable: true, description: 'Archival, UTC' }) archivedAt: string | null;
}

/** The issues with the material of a lesson of that kind. */
export function materialIssues(kind: LessonKind, { body, url, media = [] }: LessonMaterial): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const takesMedia = kind === 'video' || kind === 'file';
  if (kind === 'text' && (body ?? null) === null) issues.push({ field: 'body', issue: 'is required for kind text' });
  if (kind === 'link' && (url ?? null) === null) issues.push({ field: 'url', issue: 'is required for kind link' });
  if (kind !== 'link' && (url ?? null) !== null) issues.push({ field: 'url', issue: `is not for kind ${kind}` });
  if (takesMedia && media.length === 0) issues.push({ field: 'media', issue: `must have 1 to ${MAX_MEDIA} items` });
  if (!takesMedia && media.length > 0) issues.push({ field: 'media', issue: `is not for kind ${kind}` });
  return issues;
}
