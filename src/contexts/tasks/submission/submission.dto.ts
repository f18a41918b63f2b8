import { MEDIA_KINDS } from '#contexts/media/media.public.js';
import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  MimeType,
  Nested,
  OneOf,
  ServiceAddress,
  Shown,
  Text,
  toResource,
  Uuid,
  WebAddress,
} from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import { FORMAT_KINDS, type FormatKind } from '../deliverable/deliverable.entity.js';
import { Review } from './review.dto.js';
import type { SubmissionReviewEntity } from './submission-review.entity.js';
import { SUBMISSION_STATUSES, type SubmissionEntity } from './submission.entity.js';

export class SubmitRequest implements CrossChecked {
  @OneOf(FORMAT_KINDS, { description: 'A kind that the deliverable accepts', example: 'link' }) kind: FormatKind;

  @Uuid({ optional: true, nullable: true, description: 'Media of the file; for kind file', example: null })
  mediaId?: string | null;

  @WebAddress({
    optional: true,
    nullable: true,
    description: 'URL of the link; for kind link',
    example: 'https://example.com/plan',
  })
  url?: string | null;

  @Text({ optional: true, nullable: true, max: 2000, description: 'Note to the reviewer' }) note?: string | null;

  crossIssues(): FieldIssue[] {
    const [needed, other] = this.kind === 'file' ? (['mediaId', 'url'] as const) : (['url', 'mediaId'] as const);
    const issues: FieldIssue[] = [];
    if (!this[needed]) issues.push({ field: needed, issue: `is required for a ${this.kind}` });
    if (this[other]) issues.push({ field: other, issue: `must be absent for a ${this.kind}` });
    return issues;
  }
}

/** A file as far as whoever sees the submission needs it: they may not be shown the media otherwise. */
export class SubmittedMedia {
  @Uuid({ description: 'Media' }) mediaId: string;
  @OneOf(MEDIA_KINDS, { description: 'Kind of media', example: 'file' }) kind: string;
  @Text({ description: 'Title', example: 'My coaching plan' }) title: string;
  @MimeType({ description: 'MIME type', example: 'application/pdf' }) mimeType: string;
  @ServiceAddress() @WebAddress({ description: 'Where the content is read' }) url: string;
}

export class Submission {
  @Uuid({ description: 'Submission identifier' }) id: string;
  @Uuid({ description: 'Deliverable' }) deliverableId: string;
  @Uuid({ description: 'Task of the deliverable' }) memberTaskId: string;
  @Uuid({ description: 'Enrollment of the task' }) enrollmentId: string;
  @OneOf(FORMAT_KINDS, { description: 'file or link', example: 'link' }) kind: string;
  @Uuid({ nullable: true, description: 'Media of the file', example: null }) mediaId: string | null;

  @Nested(() => SubmittedMedia, {
    nullable: true,
    description: 'The media of the file, null for a link',
    example: null,
  })
  media: SubmittedMedia | null;

  @Text({ nullable: true, description: 'URL of the link', example: 'https://example.com/plan' }) url: string | null;
  @Shown(SubmitRequest, 'note') note: string | null;
  @OneOf(SUBMISSION_STATUSES, { description: 'pending, then the verdict of the review' }) status: string;
  @Uuid({ description: 'Submitting account' }) submittedBy: string;
  @Instant({ description: 'Submission time, UTC' }) submittedAt: string;
  @Nested(() => Review, { nullable: true, description: 'Review, null while pending' }) review: Review | null;
}

export function toSubmission(
  row: NewRow<SubmissionEntity>,
  media: SubmittedMedia | undefined,
  review?: NewRow<SubmissionReviewEntity>,
): Submission {
  return toResource(Submission, {
    ...row,
    media: media ? toResource(SubmittedMedia, media) : null,
    review: review ? toResource(Review, review) : null,
  });
}
