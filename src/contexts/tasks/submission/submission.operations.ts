import { MEMBER_TASK } from '../member-task/member-task.entity.js';
import { refusal, refusedIn } from '#kernel/errors';
import { anyMember } from '#kernel/access';
import { OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { DELIVERABLE, FORMAT_KINDS } from '../deliverable/deliverable.entity.js';
import { visibleDeliverable } from '../member-task/task.policy.js';
import { reviewableSubmission } from './review.policy.js';
import { Submission, SubmitRequest } from './submission.dto.js';
import { MAX_PENDING_SUBMISSIONS } from './submission.entity.js';

export const pendingLimit = refusal(
  'pending_submission_limit',
  `${MAX_PENDING_SUBMISSIONS} submissions for the deliverable wait for a review, the maximum.`,
);

export class SubmissionCreated {
  @Uuid() submissionId: string;
  @Uuid() deliverableId: string;
  @Uuid() memberTaskId: string;
  @Uuid() enrollmentId: string;
  @OneOf(FORMAT_KINDS) kind: string;
}

const submissions = resource({
  noun: 'submission',
  path: '/submissions/:submissionId',
  response: Submission,
  target: reviewableSubmission,
  read: anyMember,
  write: anyMember,
});

export const createSubmission = submissions.create({
  path: '/deliverables/:deliverableId/submissions',
  parent: visibleDeliverable,
  description:
    'Allowed for the enrolled member and for staff with access to the enrollment. The deliverable defines the accepted ' +
    'kinds and MIME types. It can have several submissions; each is reviewed separately. On their own enrollment, a ' +
    'person hands in only media that they registered themselves; staff hand in for others what get_media shows them.',
  body: SubmitRequest,
  event: declareEvent('submission.created', 'A submission was created for a deliverable.', SubmissionCreated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, the deliverable does not accept the kind or the MIME type, ' +
      "the media does not exist in the organization, or is not the caller's own where it must be.",
  },
  reasons: [
    ...DELIVERABLE.refusalsUnless('active'),
    ...MEMBER_TASK.refusalsUnless('published'),
    ...refusedIn('enrollment', ['withdrawn', 'failed', 'transferred']),
    pendingLimit,
  ],
});

export const listSubmissions = submissions.list({
  path: '/deliverables/:deliverableId/submissions',
  parent: visibleDeliverable,
  summary: 'List the submissions of a deliverable',
  description: 'Newest first, each with its review.',
  query: PageQuery,
  mayLag: true,
  refusals: { 400: 'limit or cursor is invalid.' },
});
