import type { NewRow } from '#kernel/persistence';
import type { ReviewedWork } from './pending-review.dto.js';
import { SubmissionEntity } from './submission.entity.js';
import { taskTables } from '../tasks.tables.js';
import { ASSIGNED_TO_REVIEW, REVIEWABLE, reviewerParameters } from './review.policy.js';
import type { SubmissionReviewEntity } from './submission-review.entity.js';

/**
 * The submissions without a review that the caller may review. OFFSET 0 keeps this a look-up of the deliverable and the
 * enrollment of each submission. As a join, PostgreSQL could combine all deliverables with all enrollments, because no
 * condition connects the two.
 */
const pending = {
  rows: SubmissionEntity,
  parameters: reviewerParameters,
  where: `item.status = 'pending' and exists (
    select 1 from deliverables d
    join enrollments e on e.organization_id = d.organization_id
    where d.organization_id = :organization and d.id = item.deliverable_id and e.id = item.enrollment_id
      and ${REVIEWABLE} offset 0)`,
  filters: { whereAssigned: ['flag', `item.enrollment_id = any(${ASSIGNED_TO_REVIEW})`] },
} as const;

export const pendingReviews = taskTables.list('list_pending_reviews', pending);

/** An id grows with the time of the submission. */
export const longestWaiting = taskTables.list('list_longest_waiting_reviews', { ...pending, order: { asc: ['id'] } });

export const listReviewedWork = taskTables
  .statement(
    'list_reviewed_work',
    { ids: 'uuid[]' },
    `select s.id as "submissionId", d.title as "deliverableTitle", d.expectations, d.criteria,
       d.expected_reviewer_role as "expectedReviewerRole", t.title as "taskTitle", m.name as "memberName",
       c.id as "cohortId", c.name as "cohortName"
     from submissions s
     join deliverables d on d.organization_id = s.organization_id and d.id = s.deliverable_id
     join member_tasks t on t.organization_id = d.organization_id and t.id = d.member_task_id
     join enrollments e on e.organization_id = s.organization_id and e.id = s.enrollment_id
     join members m on m.organization_id = e.organization_id and m.id = e.member_id
     join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
     where s.organization_id = :organization and s.id = any(:ids::uuid[])`,
  )
  .returning<ReviewedWork>();

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
