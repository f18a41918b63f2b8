import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  getVideoResource,
  listVideoResources,
  publishVideoResource,
  republishVideoResource,
  unpublishVideoResource,
  updateVideoResource,
} from './video-resource.operations.js';
import { VideoResourceService } from './video-resource.service.js';

@Controller()
export class VideoResourceController {
  constructor(private readonly resources: VideoResourceService) {}

  @Operation(listVideoResources)
  list(scope: Scope, { query }: InputOf<typeof listVideoResources>) {
    return this.resources.list(scope, query);
  }

  @Operation(getVideoResource)
  get(scope: Scope, { params }: InputOf<typeof getVideoResource>) {
    return this.resources.get(scope, params.videoResourceId);
  }

  @Operation(publishVideoResource)
  publish(uow: UnitOfWork, { body }: InputOf<typeof publishVideoResource>) {
    return this.resources.publish(uow, body);
  }

  @Operation(updateVideoResource)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateVideoResource>) {
    return this.resources.update(uow, params.videoResourceId, body);
  }

  @Operation(unpublishVideoResource)
  unpublish(uow: UnitOfWork, { params }: InputOf<typeof unpublishVideoResource>) {
    return this.resources.unpublish(uow, params.videoResourceId);
  }

  @Operation(republishVideoResource)
  republish(uow: UnitOfWork, { params }: InputOf<typeof republishVideoResource>) {
    return this.resources.republish(uow, params.videoResourceId);
  }
}
