import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaController } from './media/media.controller.js';
import { MediaEntity } from './media/media.entity.js';
import { MediaService } from './media/media.service.js';
import { MyMediaController } from './my-media/my-media.controller.js';
import { MyMediaService } from './my-media/my-media.service.js';
import { MyVideoController } from './my-video/my-video.controller.js';
import { VideoResourceVideoEntity } from './video-resource/video-resource-video.entity.js';
import { VideoResourceController } from './video-resource/video-resource.controller.js';
import { VideoResourceEntity } from './video-resource/video-resource.entity.js';
import { VideoResourceRepository } from './video-resource/video-resource.repository.js';
import { VideoResourceService } from './video-resource/video-resource.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MediaEntity, VideoResourceEntity, VideoResourceVideoEntity])],
  controllers: [MediaController, MyMediaController, MyVideoController, VideoResourceController],
  providers: [MediaService, MyMediaService, VideoResourceService, VideoResourceRepository],
})
export class MediaModule {}
