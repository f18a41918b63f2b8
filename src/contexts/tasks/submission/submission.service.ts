import { Injectable } from '@nestjs/common';
import type { EnrollmentStatus } from '#contexts/enrollments/enrollments.public.js';
import { listShownMedia } from '#contexts/media/media.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { idsOf, keyedBy, type Page, type PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { DELIVERABLE, type AcceptedFormatValue } from '../deliverable/deliverable.entity.js';
import { acceptsMimeType } from '../deliverable/accepted-types.js';
import { listReviews } from './review.repository.js';
import { toSubmission, type Submission, type SubmittedMedia, type SubmitRequest } from './submission.dto.js';
import { SubmissionEntity } from './submission.entity.js';
import { createSubmission } from './submission.operations.js';
import { limitPendingSubmissions, SubmissionRepository } from './submission.repository.js';
import { taskTables } from '../tasks.tables.js';

/** The statuses of an enrollment that ended without success. */
const TAKES_NOTHING: readonly EnrollmentStatus[] = ['withdrawn', 'failed', 'transferred'];

const listSubmissions = taskTables.list('list_submissions', { rows: SubmissionEntity, of: ['deliverableId'] });

@Injectable()
export class SubmissionService {
  constructor(private readonly submissions: SubmissionRepository) {}

  async create(uow: UnitOfWork, deliverableId: string, request: SubmitRequest): Promise<Submission> {
    const deliverable = await this.submissions.lockDeliverable(uow, deliverableId);
    const { memberTaskId, enrollmentId } = deliverable;
    if (TAKES_NOTHING.includes(deliverable.enrollmentStatus)) {
      throw wrongStatus('enrollment', deliverable.enrollmentStatus);
    }
    DELIVERABLE.require(deliverable, 'active');
    if (deliverable.taskStatus !== 'published')
      throw wrongStatus('task', deliverable.taskStatus, 'The task is not published.');
    await limitPendingSubmissions(uow, deliverableId);
    await this.checkFormat(uow, deliverable, request);
    const submission = uow.insert(SubmissionEntity, {
      ...request,
      deliverableId,
      memberTaskId,
      enrollmentId,
      status: 'pending',
      submittedBy: uow.caller.accountId,
      submittedAt: uow.now,
    });
    const created = ['deliverableId', 'memberTaskId', 'enrollmentId', 'kind', 'mediaId'] as const;
    uow.record(createSubmission.event, submission, created);
    return toSubmission(submission, await this.fileOf(uow, submission));
  }

  list(scope: Scope, deliverableId: string, query: PageQuery): Promise<Page<Submission>> {
    return scope.list(listSubmissions, { ...query, deliverableId }, async (submissions) => {
      const listed = await scope.query(listReviews, { submissions: idsOf(submissions) });
      const reviews = keyedBy(listed, ({ submissionId }) => submissionId);
      const files = await this.submissions.listFiles(scope, submissions);
      return submissions.map((one) => toSubmission(one, files.get(one.mediaId ?? ''), reviews.get(one.id)));
    });
  }

  private async fileOf(scope: Scope, submission: NewRow<SubmissionEntity>): Promise<SubmittedMedia | undefined> {
    return (await this.submissions.listFiles(scope, [submission])).get(submission.mediaId ?? '');
  }

  private async checkFormat(
    uow: UnitOfWork,
    { acceptedFormats, enrollmentId }: { acceptedFormats: readonly AcceptedFormatValue[]; enrollmentId: string },
    { kind, mediaId }: SubmitRequest,
  ): Promise<void> {
    const format = acceptedFormats.find((one) => one.kind === kind);
    if (!format) throw invalidField('kind', 'must be a kind that the deliverable accepts');
    if (!mediaId) return;
    const media = (await listShownMedia(uow, [mediaId])).get(mediaId);
    const isOwn = media?.createdBy === uow.caller.accountId;
    if (!media || !(isOwn || (await this.submissions.isHandedInForOther(uow, enrollmentId)))) {
      throw invalidField('mediaId', 'must be media of the organization');
    }
    if (!acceptsMimeType(format.mimeTypes, media.mimeType)) {
      throw invalidField('mediaId', 'must be of a type that the deliverable accepts');
    }
  }
}
