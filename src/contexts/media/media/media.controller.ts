import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createMedia, deleteMedia, getMedia, listMedia } from './media.operations.js';
import { MediaService } from './media.service.js';

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Operation(listMedia)
  list(scope: Scope, { query }: InputOf<typeof listMedia>) {
    return this.media.list(scope, query);
  }

  @Operation(getMedia)
  get(scope: Scope, { params }: InputOf<typeof getMedia>) {
    return this.media.get(scope, params.mediaId);
  }

  @Operation(createMedia)
  create(uow: UnitOfWork, { body }: InputOf<typeof createMedia>) {
    return this.media.create(uow, body);
  }

  @Operation(deleteMedia)
  delete(uow: UnitOfWork, { params }: InputOf<typeof deleteMedia>) {
    return this.media.delete(uow, params.mediaId);
  }
}
