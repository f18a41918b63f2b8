import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliverableController } from './deliverable.controller.js';
import { DeliverableEntity } from './deliverable.entity.js';
import { DeliverableRepository } from './deliverable.repository.js';
import { DeliverableService } from './deliverable.service.js';
import { MemberTaskController } from './member-task.controller.js';
import { MemberTaskEntity } from './member-task.entity.js';
import { MemberTaskRepository } from './member-task.repository.js';
import { MemberTaskService } from './member-task.service.js';
import { ReviewController } from './review.controller.js';
import { ReviewRepository } from './review.repository.js';
import { ReviewService } from './review.service.js';
import { SubmissionController } from './submission.controller.js';
import { SubmissionReviewEntity } from './submission-review.entity.js';
import { SubmissionEntity } from './submission.entity.js';
import { SubmissionRepository } from './submission.repository.js';
import { SubmissionService } from './submission.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MemberTaskEntity, DeliverableEntity, SubmissionEntity, SubmissionReviewEntity])],
  controllers: [MemberTaskController, DeliverableController, SubmissionController, ReviewController],
  providers: [
    MemberTaskService,
    MemberTaskRepository,
    DeliverableService,
    DeliverableRepository,
    SubmissionService,
    SubmissionRepository,
    ReviewService,
    ReviewRepository,
  ],
})
export class TasksModule {}
