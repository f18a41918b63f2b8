import { TEACHING_ROLES } from '#kernel/access';
import { Flag, Instant, OneOf, QueryFlag, Text, toResource, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { Submission, toSubmission, type SubmittedMedia } from './submission.dto.js';
import type { SubmissionEntity } from './submission.entity.js';

const HOUR_MS = 3_600_000;

export class PendingReviewQuery extends PageQuery {
  @OneOf(['pending'], { optional: true, description: 'No effect: all listed submissions are pending' }) status?: string;
  @QueryFlag({ optional: true, description: 'true: the longest wait first; otherwise the newest' })
  oldestFirst?: boolean;
}

/** A submission without a review, with the data that a reviewer needs. */
export class PendingReview extends Submission {
  @Text({ description: 'Title of the deliverable', example: 'Coaching plan' }) deliverableTitle: string;
  @Text({ nullable: true, description: 'What to submit' }) expectations: string | null;
  @Text({ nullable: true, description: 'Review criteria' }) criteria: string | null;
  @OneOf(TEACHING_ROLES, { description: 'Role expected to review' }) expectedReviewerRole: string;
  @Instant({ description: 'When the review is due, UTC' }) reviewDueAt: string;
  @Flag({ description: 'Whether the review is overdue', example: false }) overdue: boolean;
  @Text({ description: 'Title of the task', example: 'Write a coaching plan' }) taskTitle: string;
  @Text({ description: 'Display name of the enrolled member', example: 'Mika Member' }) memberName: string;
  @Uuid({ description: "The enrollment's cohort" }) cohortId: string;
  @Text({ description: 'Name of the cohort', example: 'Harbour cohort' }) cohortName: string;
}

/** The deliverable, task and person of a submission, as a reviewer sees them. */
export interface ReviewedWork extends Pick<
  PendingReview,
  'expectations' | 'criteria' | 'expectedReviewerRole' | 'taskTitle' | 'memberName' | 'cohortId' | 'cohortName'
> {
  submissionId: string;
  deliverableTitle: string;
}

export function toPendingReview(
  submission: SubmissionEntity,
  media: SubmittedMedia | undefined,
  work: ReviewedWork,
  { now, dueHours }: { now: Date; dueHours: number },
): PendingReview {
  const reviewDueAt = new Date(submission.submittedAt.getTime() + dueHours * HOUR_MS);
  const due = { reviewDueAt, overdue: reviewDueAt <= now };
  return toResource(PendingReview, { ...toSubmission(submission, media), ...work, ...due });
}
