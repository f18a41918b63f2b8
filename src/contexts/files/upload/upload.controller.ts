import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { readUpload } from './read-upload.js';
import { cancelMyUpload, completeMyUpload, createMyUpload, getMyUpload } from './upload.operations.js';
import { UploadService } from './upload.service.js';

@Controller()
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  @Operation(createMyUpload)
  create(uow: UnitOfWork, { body }: InputOf<typeof createMyUpload>) {
    return this.uploads.create(uow, body);
  }

  @Operation(getMyUpload)
  get(scope: Scope, { params }: InputOf<typeof getMyUpload>) {
    return readUpload(scope, params.uploadId);
  }

  @Operation(completeMyUpload)
  complete(uow: UnitOfWork, { params }: InputOf<typeof completeMyUpload>) {
    return this.uploads.complete(uow, params.uploadId);
  }

  @Operation(cancelMyUpload)
  cancel(uow: UnitOfWork, { params }: InputOf<typeof cancelMyUpload>) {
    return this.uploads.cancel(uow, params.uploadId);
  }
}
