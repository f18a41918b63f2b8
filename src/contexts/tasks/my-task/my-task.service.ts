import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { idsOf, keyedBy, type Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { listReviews } from '../submission/review.repository.js';
import { SubmittedMedia } from '../submission/submission.dto.js';
import { SubmissionRepository } from '../submission/submission.repository.js';
import { MyDeliverable, MyReview, MySubmission, MyTask, type MyTasksQuery } from './my-task.dto.js';
import { listActiveDeliverables, listOwnTasks, listSubmissions } from './my-task.repository.js';

@Injectable()
export class MyTaskService {
  constructor(private readonly submissions: SubmissionRepository) {}

  list(scope: Scope, query: MyTasksQuery): Promise<Page<MyTask>> {
    const { caller, now } = scope;
    return scope.list(listOwnTasks, { ...query, account: caller.accountId, now }, async (rows) => {
      const ids = rows.flatMap(({ submissionId }) => submissionId ?? []);
      const listed = await scope.query(listActiveDeliverables, { tasks: idsOf(rows) });
      const deliverables = keyedBy(listed, ({ memberTaskId }) => memberTaskId);
      const submissions = keyedBy(await scope.query(listSubmissions, { ids }), ({ id }) => id);
      const reviews = keyedBy(await scope.query(listReviews, { submissions: ids }), ({ submissionId }) => submissionId);
      const files = await this.submissions.listFiles(scope, [...submissions.values()]);
      const lastSubmission = (id: string | null): MySubmission | null => {
        const submission = id === null ? undefined : submissions.get(id);
        if (!submission) return null;
        const review = reviews.get(submission.id);
        const file = files.get(submission.mediaId ?? '');
        return toResource(MySubmission, {
          ...submission,
          media: file ? toResource(SubmittedMedia, file) : null,
          review: review ? toResource(MyReview, review) : null,
        });
      };
      return rows.map((row) => {
        const deliverable = deliverables.get(row.id);
        return toResource(MyTask, {
          ...row,
          deliverable: deliverable ? toResource(MyDeliverable, deliverable) : null,
          lastSubmission: lastSubmission(row.submissionId),
        });
      });
    });
  }
}
