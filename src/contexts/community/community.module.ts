import { Module } from '@nestjs/common';
import { MemberBlocksController } from './block/member-blocks.controller.js';
import { MemberBlocksService } from './block/member-blocks.service.js';
import { ModerationCaseController } from './moderation/moderation-case.controller.js';
import { ModerationCaseService } from './moderation/moderation-case.service.js';
import { CommunityMuteController } from './mute/community-mute.controller.js';
import { CommunityMuteService } from './mute/community-mute.service.js';
import { PostController } from './post/post.controller.js';
import { PostRepository } from './post/post.repository.js';
import { PostService } from './post/post.service.js';
import { ReactionService } from './post/reaction.service.js';
import { PostReportController } from './moderation/post-report.controller.js';
import { PostReportService } from './moderation/post-report.service.js';
import { CommunityRetentionJob } from './retention/community-retention.job.js';
import { SpaceController } from './space/space.controller.js';
import { SpaceService } from './space/space.service.js';

@Module({
  controllers: [
    SpaceController,
    PostController,
    PostReportController,
    ModerationCaseController,
    CommunityMuteController,
    MemberBlocksController,
  ],
  providers: [
    SpaceService,
    PostService,
    PostRepository,
    ReactionService,
    PostReportService,
    ModerationCaseService,
    CommunityMuteService,
    MemberBlocksService,
    CommunityRetentionJob,
  ],
})
export class CommunityModule {}
