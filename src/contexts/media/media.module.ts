import { Module } from '@nestjs/common';
import { MediaController } from './media/media.controller.js';
import { MediaService } from './media/media.service.js';
import { StorageUsageController } from './storage-usage/storage-usage.controller.js';
import { StorageUsageService } from './storage-usage/storage-usage.service.js';
import { VideoQuestionController } from './video-question/video-question.controller.js';
import { VideoQuestionRepository } from './video-question/video-question.repository.js';
import { VideoQuestionService } from './video-question/video-question.service.js';
import { MyMediaController } from './my-media/my-media.controller.js';
import { MyMediaService } from './my-media/my-media.service.js';
import { MyVideoController } from './video-resource/my-video.controller.js';
import { VideoResourceController } from './video-resource/video-resource.controller.js';
import { VideoResourceRepository } from './video-resource/video-resource.repository.js';
import { VideoResourceService } from './video-resource/video-resource.service.js';

@Module({
  controllers: [
    MediaController,
    MyMediaController,
    MyVideoController,
    StorageUsageController,
    VideoQuestionController,
    VideoResourceController,
  ],
  providers: [
    MediaService,
    MyMediaService,
    StorageUsageService,
    VideoQuestionRepository,
    VideoQuestionService,
    VideoResourceRepository,
    VideoResourceService,
  ],
})
export class MediaModule {}
