import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { ReviewRepository } from '../submission/review.repository.js';
import { MyDeliverable, MyReview, MySubmission, MyTask, type MyTasksQuery } from './my-task.dto.js';
import { listOwnTasks, MyTaskRepository } from './my-task.repository.js';

@Injectable()
export class MyTaskService {
  constructor(
    private readonly tasks: MyTaskRepository,
    private readonly reviews: ReviewRepository,
  ) {}

  list(scope: Scope, query: MyTasksQuery): Promise<Page<MyTask>> {
    const { caller, now } = scope;
    return scope.list(listOwnTasks, { ...query, account: caller.accountId, now }, async (rows) => {
      const submissionIds = rows.flatMap(({ submissionId }) => submissionId ?? []);
      const deliverables = await this.tasks.listDeliverables(scope, idsOf(rows));
      const submissions = await this.tasks.listSubmissions(scope, submissionIds);
      const reviews = await this.reviews.listOf(scope, submissionIds);
      const lastSubmission = (id: string | null): MySubmission | null => {
        const submission = id === null ? undefined : submissions.get(id);
        if (!submission) return null;
        const review = reviews.get(submission.id);
        return toResource(MySubmission, { ...submission, review: review ? toResource(MyReview, review) : null });
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
