import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import { createMyMedia } from './my-media.operations.js';
import { MyMediaService } from './my-media.service.js';

@Controller()
export class MyMediaController {
  constructor(private readonly myMedia: MyMediaService) {}

  @Operation(createMyMedia)
  create(uow: UnitOfWork, { body }: InputOf<typeof createMyMedia>) {
    return this.myMedia.create(uow, body);
  }
}
