import { anyMember } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { PageQuery, pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { FORMAT_KINDS } from './deliverable.entity.js';
import { Submission, SubmitRequest } from './submission.dto.js';
import { visibleDeliverable } from './task.policy.js';

const tag = 'Submissions';
const stranger = 'The caller has neither a role nor an enrollment that needs submissions.';
const unknown = "The deliverable is unknown, of another organization, or outside of the caller's scope.";

export class SubmissionCreated {
  @Uuid()
  submissionId: string;

  @Uuid()
  deliverableId: string;

  @Uuid()
  memberTaskId: string;

  @Uuid()
  enrollmentId: string;

  @OneOf(FORMAT_KINDS)
  kind: string;
}

export const submissionCreated = declareEvent({
  name: 'submission.created',
  summary: 'Something was handed in for a deliverable.',
  data: SubmissionCreated,
});

export const createSubmission = declareWrite({
  name: 'create_submission',
  method: 'POST',
  path: '/deliverables/:deliverableId/submissions',
  tag,
  summary: 'Hand something in',
  description:
    'By the enrolled member, or by staff who reach the enrollment. The deliverable decides which kinds and which types ' +
    'of files are accepted. More can be handed in later; each submission gets a review of its own.',
  access: anyMember,
  target: visibleDeliverable,
  body: SubmitRequest,
  response: Submission,
  status: 201,
  targetType: 'submission',
  event: submissionCreated,
  refusals: {
    400:
      'The Idempotency-Key is missing, a field breaks a rule, the kind or the type of the file is not accepted, or the ' +
      'media is none of the organization.',
    403: stranger,
    404: unknown,
    409: 'The deliverable is archived, its task is not published, or another request holds them.',
  },
});

export const listSubmissions = declareRead({
  name: 'list_submissions',
  path: '/deliverables/:deliverableId/submissions',
  tag,
  summary: 'List the submissions of a deliverable',
  description: 'Newest first, each with its review.',
  access: anyMember,
  target: visibleDeliverable,
  query: PageQuery,
  response: pageOf(Submission),
  refusals: { 400: 'limit or cursor is not usable.', 403: stranger, 404: unknown },
});
