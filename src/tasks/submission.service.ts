import { Injectable } from '@nestjs/common';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { AcceptedFormatValue } from './deliverable.entity.js';
import { acceptsMimeType } from './mime-type.js';
import { ReviewRepository } from './review.repository.js';
import { toSubmission, type Submission, type SubmitRequest } from './submission.dto.js';
import type { SubmissionEntity } from './submission.entity.js';
import { submissionCreated } from './submission.operations.js';
import { SubmissionRepository } from './submission.repository.js';

@Injectable()
export class SubmissionService {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly reviews: ReviewRepository,
  ) {}

  async create(uow: UnitOfWork, deliverableId: string, request: SubmitRequest): Promise<Submission> {
    const expected = await this.submissions.lockExpected(uow, deliverableId);
    if (expected.status === 'archived') throw conflict('The deliverable is archived.');
    if (expected.task_status !== 'published') throw conflict('The task is not published.');
    await this.checkFormat(uow, expected.accepted_formats, request);
    const submission = {
      id: uow.newId(),
      deliverableId,
      memberTaskId: expected.member_task_id,
      enrollmentId: expected.enrollment_id,
      kind: request.kind,
      mediaId: request.mediaId ?? null,
      url: request.url ?? null,
      note: request.note ?? null,
      status: 'pending',
      submittedBy: uow.caller.accountId,
      submittedAt: uow.now,
    } satisfies Omit<SubmissionEntity, 'organizationId'>;
    this.submissions.add(uow, submission);
    const { id, memberTaskId, enrollmentId, kind, mediaId } = submission;
    uow.record(submissionCreated, {
      targetId: id,
      changes: { deliverableId, memberTaskId, enrollmentId, kind, mediaId },
      data: { submissionId: id, deliverableId, memberTaskId, enrollmentId, kind },
    });
    return toSubmission(submission, null);
  }

  async list(scope: Scope, deliverableId: string, query: PageQuery): Promise<Page<Submission>> {
    const { items, nextCursor } = await this.submissions.list(scope, deliverableId, query);
    const reviews = await this.reviews.listOf(
      scope,
      items.map((submission) => submission.id),
    );
    return {
      items: items.map((submission) => toSubmission(submission, reviews.get(submission.id) ?? null)),
      nextCursor,
    };
  }

  private async checkFormat(
    uow: UnitOfWork,
    formats: readonly AcceptedFormatValue[],
    { kind, mediaId }: SubmitRequest,
  ): Promise<void> {
    const format = formats.find((one) => one.kind === kind);
    if (!format) throw invalidField('kind', 'must be a kind that the deliverable accepts');
    if (!mediaId) return;
    const mimeType = await this.submissions.findMediaType(uow, mediaId);
    if (mimeType === undefined) throw invalidField('mediaId', 'must be a media of the organization');
    if (!acceptsMimeType(format.mimeTypes, mimeType)) {
      throw invalidField('mediaId', 'must be of a type that the deliverable accepts');
    }
  }
}
