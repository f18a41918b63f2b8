import { PickType } from '@nestjs/swagger';
import { FieldsOf, Flag, Nested, OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { Deliverable } from '../deliverable/deliverable.dto.js';
import { MemberTask } from '../member-task/member-task.dto.js';
import { STANDINGS, type Standing } from '../member-task/standing.js';
import { Review } from '../submission/review.dto.js';
import { Submission } from '../submission/submission.dto.js';

export class MyTasksQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only tasks of this enrollment' }) enrollmentId?: string;
  @OneOf(STANDINGS, { optional: true, description: 'Only tasks that stand like this' }) standing?: Standing;
}

export class MyDeliverable extends PickType(Deliverable, [
  'id',
  'title',
  'expectations',
  'criteria',
  'acceptedFormats',
]) {}

export class MyReview extends PickType(Review, ['verdict', 'comment', 'reviewedAt']) {}

export class MySubmission extends FieldsOf(
  Submission,
  'id',
  'deliverableId',
  'kind',
  'mediaId',
  'media',
  'url',
  'note',
  'status',
  'submittedAt',
) {
  @Nested(() => MyReview, { nullable: true, description: 'Review, null while pending' }) review: MyReview | null;
}

/** A task as the enrolled person sees it: without the accounts of others. */
export class MyTask extends PickType(MemberTask, ['id', 'description', 'dueAt']) {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Text({ min: 1, max: 200, description: 'What to do', example: 'Write a coaching plan' }) title: string;
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
