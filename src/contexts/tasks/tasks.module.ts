import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliverableController } from './deliverable/deliverable.controller.js';
import { DeliverableEntity } from './deliverable/deliverable.entity.js';
import { DeliverableRepository } from './deliverable/deliverable.repository.js';
import { DeliverableService } from './deliverable/deliverable.service.js';
import { MemberTaskController } from './member-task/member-task.controller.js';
import { MemberTaskEntity } from './member-task/member-task.entity.js';
import { MemberTaskService } from './member-task/member-task.service.js';
import { ReviewController } from './review/review.controller.js';
import { ReviewRepository } from './review/review.repository.js';
import { ReviewService } from './review/review.service.js';
import { SubmissionController } from './submission/submission.controller.js';
import { SubmissionReviewEntity } from './review/submission-review.entity.js';
import { SubmissionEntity } from './submission/submission.entity.js';
import { SubmissionRepository } from './submission/submission.repository.js';
import { SubmissionService } from './submission/submission.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MemberTaskEntity, DeliverableEntity, SubmissionEntity, SubmissionReviewEntity])],
  controllers: [MemberTaskController, DeliverableController, SubmissionController, ReviewController],
  providers: [
    MemberTaskService,
    DeliverableService,
    DeliverableRepository,
    SubmissionService,
    SubmissionRepository,
    ReviewService,
    ReviewRepository,
  ],
})
export class TasksModule {}
