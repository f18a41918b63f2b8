import { Module } from '@nestjs/common';
import { ContentController } from './content/content.controller.js';
import { FileStore } from './store/file-store.js';
import { UploadController } from './upload/upload.controller.js';
import { UploadPartController } from './upload/upload-part.controller.js';
import { UploadPartService } from './upload/upload-part.service.js';
import { UploadService } from './upload/upload.service.js';
import { UploadsJob } from './upload/uploads.job.js';

@Module({
  controllers: [UploadController, UploadPartController, ContentController],
  providers: [FileStore, UploadPartService, UploadService, UploadsJob],
})
export class FilesModule {}
