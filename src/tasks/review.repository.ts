import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { listPage, type Narrowing } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { DeliverableEntity } from './deliverable.entity.js';
import { assignedToReview, reviewableBy, reviewerValues, reviewsEverywhere } from './review.policy.js';
import { SubmissionReviewEntity } from './submission-review.entity.js';
import { SubmissionEntity, type Verdict } from './submission.entity.js';

const MAY_REVIEW = reviewableBy({ administrator: ':administrator', director: ':director', member: ':member' });

// Property names are replaced where a blank follows, so the conditions on `row` stay on one line.
const REVIEWABLE = `exists (
  select 1 from deliverables d
  join enrollments e on e.organization_id = d.organization_id
  where d.organization_id = row.organizationId and d.id = row.deliverableId and e.id = row.enrollmentId and ${MAY_REVIEW})`;

const ASSIGNED = assignedToReview(':member', ':organizationId');

@Injectable()
export class ReviewRepository {
  /** The submissions that wait for a review which the caller may give. */
  listWaiting(scope: Scope, query: PageQuery): Promise<Page<SubmissionEntity>> {
    const waiting: Narrowing<SubmissionEntity> = {
      equal: { status: 'pending' },
      where: (select) => {
        select.andWhere(REVIEWABLE, reviewerValues(scope));
        if (!reviewsEverywhere(scope.caller)) select.andWhere(`row.enrollmentId = any(${ASSIGNED})`);
      },
    };
    return listPage(scope, SubmissionEntity, query, waiting, (row) => row);
  }

  /** Deliverables by id. */
  async listDeliverables(scope: Scope, ids: readonly string[]): Promise<Map<string, DeliverableEntity>> {
    const rows = await scope.manager.findBy(DeliverableEntity, {
      organizationId: scope.organizationId,
      id: In([...new Set(ids)]),
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The reviews of submissions, by submission id. */
  async listOf(scope: Scope, submissionIds: readonly string[]): Promise<Map<string, SubmissionReviewEntity>> {
    const rows = await scope.manager.findBy(SubmissionReviewEntity, {
      organizationId: scope.organizationId,
      submissionId: In([...submissionIds]),
    });
    return new Map(rows.map((row) => [row.submissionId, row]));
  }

  /** The review, and its verdict as the submission's status. */
  add(uow: UnitOfWork, review: NewRow<SubmissionReviewEntity> & { verdict: Verdict }): void {
    uow.insert(SubmissionReviewEntity, review);
    uow.update(SubmissionEntity, review.submissionId, { status: review.verdict });
  }
}
