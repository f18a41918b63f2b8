import { Flag, Instant, Nested, NestedList, OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { AcceptedFormat } from '../deliverable/accepted-format.dto.js';
import { FORMAT_KINDS } from '../deliverable/deliverable.entity.js';
import { STANDINGS, type Standing } from '../member-task/standing.js';
import { SUBMISSION_STATUSES, VERDICTS } from '../submission/submission.entity.js';

export class MyTasksQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only tasks of this enrollment' }) enrollmentId?: string;
  @OneOf(STANDINGS, { optional: true, description: 'Only tasks that stand like this' }) standing?: Standing;
}

export class MyDeliverable {
  @Uuid({ description: 'Deliverable identifier' }) id: string;
  @Text({ min: 3, max: 100, description: 'Title', example: 'Coaching plan' }) title: string;
  @Text({ nullable: true, description: 'What to submit' }) expectations: string | null;
  @Text({ nullable: true, description: 'Review criteria' }) criteria: string | null;

  @NestedList(() => AcceptedFormat, { description: 'One entry for each accepted kind' })
  acceptedFormats: AcceptedFormat[];
}

export class MyReview {
  @OneOf(VERDICTS, { description: 'Verdict' }) verdict: string;
  @Text({ nullable: true, description: 'Feedback to the member', example: 'Well argued' }) comment: string | null;
  @Instant({ description: 'Review time, UTC' }) reviewedAt: string;
}

export class MySubmission {
  @Uuid({ description: 'Submission identifier' }) id: string;
  @Uuid({ description: 'Deliverable' }) deliverableId: string;
  @OneOf(FORMAT_KINDS, { description: 'file or link', example: 'link' }) kind: string;
  @Uuid({ nullable: true, description: 'Media of the file', example: null }) mediaId: string | null;
  @Text({ nullable: true, description: 'URL of the link', example: 'https://example.com/plan' }) url: string | null;
  @Text({ nullable: true, description: 'Note to the reviewer' }) note: string | null;
  @OneOf(SUBMISSION_STATUSES, { description: 'pending, then the verdict of the review' }) status: string;
  @Instant({ description: 'Submission time, UTC' }) submittedAt: string;
  @Nested(() => MyReview, { nullable: true, description: 'Review, null while pending' }) review: MyReview | null;
}

/** A task as the enrolled person sees it: without the accounts of others. */
export class MyTask {
  @Uuid({ description: 'Task identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Text({ min: 1, max: 200, description: 'What to do', example: 'Write a coaching plan' }) title: string;
  @Text({ nullable: true, description: 'How to go about it' }) description: string | null;
  @Instant({ nullable: true, description: 'Deadline, UTC' }) dueAt: string | null;
  @Flag({ description: 'Whether a deadline extension moved the deadline' }) extended: boolean;
  @OneOf(['published', 'completed'], { description: 'Status' }) status: string;

  @OneOf(STANDINGS, {
    description: 'By the latest submission; overdue: published, past the deadline and nothing submitted',
  })
  standing: Standing;

  @Nested(() => MyDeliverable, { nullable: true, description: 'The active deliverable' })
  deliverable: MyDeliverable | null;

  @Nested(() => MySubmission, { nullable: true, description: 'The latest submission' })
  lastSubmission: MySubmission | null;
}
