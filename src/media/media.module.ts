import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaController } from './media.controller.js';
import { MediaEntity } from './media.entity.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { VideoResourceVideoEntity } from './video-resource-video.entity.js';
import { VideoResourceController } from './video-resource.controller.js';
import { VideoResourceEntity } from './video-resource.entity.js';
import { VideoResourceRepository } from './video-resource.repository.js';
import { VideoResourceService } from './video-resource.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MediaEntity, VideoResourceEntity, VideoResourceVideoEntity])],
  controllers: [MediaController, VideoResourceController],
  providers: [MediaService, MediaRepository, VideoResourceService, VideoResourceRepository],
})
export class MediaModule {}
