import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, NestedList, OneOf, Text, TextList, Title, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { PublishedVideoRequest, repeatedVideos, tagIssue } from '../video-resource/video-resource-request.dto.js';
import {
  ANSWER_VISIBILITIES,
  QUESTION_STATUSES,
  type AnswerVisibility,
  type QuestionStatus,
} from './video-question.entity.js';

export class AskVideoQuestionRequest implements CrossChecked {
  @Uuid({ description: "An active enrollment of the caller's own" }) enrollmentId: string;
  @Text({ min: 1, max: 2000, trim: true, description: 'The question', example: 'How do I begin?' }) body: string;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'The video resource that it is about, which the caller may see',
  })
  videoResourceId?: string | null;

  @WholeNumber({
    min: 0,
    max: 86_400,
    optional: true,
    nullable: true,
    description: 'Position in the video, in seconds; requires videoResourceId',
    example: 95,
  })
  positionSeconds?: number | null;

  crossIssues(): FieldIssue[] {
    if ((this.positionSeconds ?? null) === null || (this.videoResourceId ?? null) !== null) return [];
    return [{ field: 'positionSeconds', issue: 'must be absent without videoResourceId' }];
  }
}

export class AnswerVideoQuestionRequest implements CrossChecked {
  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 10_000,
    trim: true,
    description: 'The answer as a text; required without videos',
    example: 'Begin with what went well.',
  })
  text?: string | null;

  @NestedList(() => PublishedVideoRequest, {
    optional: true,
    minItems: 1,
    maxItems: 20,
    description: 'The answer as distinct videos, in display order',
  })
  videos?: PublishedVideoRequest[];

  @Title({
    optional: true,
    min: 1,
    max: 200,
    description: 'Title of the videos; required with them, refused without',
    example: 'How to begin',
  })
  title?: string;

  @TextList(tagIssue, {
    optional: true,
    maxItems: 10,
    description: 'Tags of 1 to 40 characters each; only with videos',
    example: ['feedback'],
  })
  tags?: string[];

  @Uuid({
    optional: true,
    nullable: true,
    description: 'A registered image, only with videos; null for the poster of the first video',
    example: null,
  })
  thumbnailMediaId?: string | null;

  @OneOf(ANSWER_VISIBILITIES, {
    optional: true,
    description: 'Who may see the videos: private (default) for the member who asked, program for all of the program',
  })
  visibility?: AnswerVisibility;

  crossIssues(): FieldIssue[] {
    const { text, videos, title, tags, thumbnailMediaId } = this;
    if (videos !== undefined) {
      const untitled = title === undefined ? [{ field: 'title', issue: 'is required with videos' }] : [];
      return [...untitled, ...repeatedVideos(videos)];
    }
    const sent = Object.entries({ title, tags, thumbnailMediaId }).filter(([, value]) => (value ?? null) !== null);
    const ofVideos = sent.map(([field]) => ({ field, issue: 'must be absent without videos' }));
    return (text ?? null) === null ? [{ field: 'text', issue: 'is required without videos' }, ...ofVideos] : ofVideos;
  }
}

export class DeclineVideoQuestionRequest {
  @Text({ min: 1, max: 500, trim: true, description: 'Why, for the member who asked', example: 'See the first lesson' })
  reason: string;
}

export class VideoQuestionQuery extends PageQuery {
  @OneOf(QUESTION_STATUSES, { optional: true, description: 'Only questions with this status' }) status?: QuestionStatus;
  @Uuid({ optional: true, description: 'Only questions of this program' }) programId?: string;
  @Uuid({ optional: true, description: 'Only questions of this enrollment' }) enrollmentId?: string;
}
