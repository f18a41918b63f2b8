import type { NewRow } from '#kernel/persistence';
import type { DeliverableEntity } from '../deliverable/deliverable.entity.js';
import { SubmissionEntity } from './submission.entity.js';
import { taskTables } from '../tasks.tables.js';
import { ASSIGNED_TO_REVIEW, REVIEWABLE, reviewerParameters } from './review.policy.js';
import type { SubmissionReviewEntity } from './submission-review.entity.js';

/** The submissions without a review that the caller may review. */
export const pendingReviews = taskTables.list('list_pending_reviews', {
  rows: SubmissionEntity,
  parameters: reviewerParameters,
  where: `item.status = 'pending' and exists (
    select 1 from deliverables d
    join enrollments e on e.organization_id = d.organization_id
    where d.organization_id = :organization and d.id = item.deliverable_id and e.id = item.enrollment_id
      and ${REVIEWABLE})`,
  filters: { whereAssigned: ['flag', `item.enrollment_id = any(${ASSIGNED_TO_REVIEW})`] },
});

type ReviewedDeliverable = Pick<DeliverableEntity, 'id' | 'title' | 'criteria' | 'expectedReviewerRole'>;

export const listReviewedDeliverables = taskTables
  .statement(
    'list_reviewed_deliverables',
    { ids: 'uuid[]' },
    `select id, title, criteria, expected_reviewer_role as "expectedReviewerRole" from deliverables
     where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<ReviewedDeliverable>();

export const listReviews = taskTables
  .statement(
    'list_reviews_of_submissions',
    { submissions: 'uuid[]' },
    `select id, submission_id as "submissionId", verdict, comment, reviewed_by as "reviewedBy",
       reviewed_at as "reviewedAt"
     from submission_reviews
     where organization_id = :organization and submission_id = any(:submissions::uuid[])`,
  )
  .returning<NewRow<SubmissionReviewEntity>>();
