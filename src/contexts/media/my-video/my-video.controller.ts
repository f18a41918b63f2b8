import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import { VideoResourceService } from '../video-resource/video-resource.service.js';
import type { MyVideoResource, MyVideoResourceDetail } from './my-video.dto.js';
import { getMyVideo, listMyVideos } from './my-video.operations.js';

@Controller()
export class MyVideoController {
  constructor(private readonly resources: VideoResourceService) {}

  @Operation(listMyVideos)
  list(scope: Scope, { query }: InputOf<typeof listMyVideos>): Promise<Page<MyVideoResource>> {
    return this.resources.listOfPerson(scope, query);
  }

  @Operation(getMyVideo)
  get(scope: Scope, { params }: InputOf<typeof getMyVideo>): Promise<MyVideoResourceDetail> {
    return this.resources.getOfPerson(scope, params.videoResourceId);
  }
}
