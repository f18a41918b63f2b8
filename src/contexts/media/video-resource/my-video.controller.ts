import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { VideoResourceService } from './video-resource.service.js';
import { getMyVideo, listMyVideos } from './my-video.operations.js';

@Controller()
export class MyVideoController {
  constructor(private readonly resources: VideoResourceService) {}

  @Operation(listMyVideos)
  list(scope: Scope, { query }: InputOf<typeof listMyVideos>) {
    return this.resources.listOfPerson(scope, query);
  }

  @Operation(getMyVideo)
  get(scope: Scope, { params }: InputOf<typeof getMyVideo>) {
    return this.resources.getOfPerson(scope, params.videoResourceId);
  }
}
