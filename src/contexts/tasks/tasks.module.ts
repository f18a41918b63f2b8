import { Module } from '@nestjs/common';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { CohortTaskAssignment } from './cohort-task/cohort-task-assignment.js';
import { CohortTaskController } from './cohort-task/cohort-task.controller.js';
import { CohortTaskCopyService } from './cohort-task/cohort-task-copy.service.js';
import { CohortTaskRepository } from './cohort-task/cohort-task.repository.js';
import { CohortTaskService } from './cohort-task/cohort-task.service.js';
import { CohortTaskUpdateService } from './cohort-task/cohort-task-update.service.js';
import { DeadlineExtensionController } from './deadline-extension/deadline-extension.controller.js';
import { DeadlineExtensionService } from './deadline-extension/deadline-extension.service.js';
import { DeliverableController } from './deliverable/deliverable.controller.js';
import { DeliverableService } from './deliverable/deliverable.service.js';
import { MemberTaskController } from './member-task/member-task.controller.js';
import { MemberTaskService } from './member-task/member-task.service.js';
import { MyTaskController } from './my-task/my-task.controller.js';
import { MyTaskService } from './my-task/my-task.service.js';
import { ReviewController } from './submission/review.controller.js';
import { ReviewService } from './submission/review.service.js';
import { SubmissionController } from './submission/submission.controller.js';
import { SubmissionRepository } from './submission/submission.repository.js';
import { SubmissionService } from './submission/submission.service.js';

@Module({
  imports: [EnrollmentsModule],
  controllers: [
    MemberTaskController,
    MyTaskController,
    DeliverableController,
    SubmissionController,
    ReviewController,
    DeadlineExtensionController,
    CohortTaskController,
  ],
  providers: [
    MemberTaskService,
    MyTaskService,
    DeliverableService,
    SubmissionService,
    SubmissionRepository,
    ReviewService,
    DeadlineExtensionService,
    CohortTaskService,
    CohortTaskUpdateService,
    CohortTaskCopyService,
    CohortTaskAssignment,
    CohortTaskRepository,
  ],
})
export class TasksModule {}
