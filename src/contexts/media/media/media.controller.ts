import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Media } from './media.dto.js';
import { createMedia, getMedia, listMedia } from './media.operations.js';
import { MediaService } from './media.service.js';

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Operation(listMedia)
  list(scope: Scope, { query }: InputOf<typeof listMedia>): Promise<Page<Media>> {
    return this.media.list(scope, query);
  }

  @Operation(getMedia)
  get(scope: Scope, { params }: InputOf<typeof getMedia>): Promise<Media> {
    return this.media.get(scope, params.mediaId);
  }

  @Operation(createMedia)
  create(uow: UnitOfWork, { body }: InputOf<typeof createMedia>): Promise<Media> {
    return this.media.create(uow, body);
  }
}
