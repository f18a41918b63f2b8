import { Module } from '@nestjs/common';
import { DataSettings } from '#kernel/settings';
import { ContentController } from './content/content.controller.js';
import { Scanner } from './scan/scanner.js';
import { FileStore } from './store/file-store.js';
import { openStore } from './store/open-store.js';
import { StoreSettings } from './store/store.settings.js';
import { FileSweepJob } from './sweep/file-sweep.job.js';
import { StoreAddressesOfUploads } from './upload/store-addresses.js';
import { UploadController } from './upload/upload.controller.js';
import { UploadPartController } from './upload/upload-part.controller.js';
import { UploadPartService } from './upload/upload-part.service.js';
import { UploadService } from './upload/upload.service.js';
import { UploadsJob } from './upload/uploads.job.js';

@Module({
  controllers: [UploadController, UploadPartController, ContentController],
  providers: [
    { provide: FileStore, useFactory: openStore, inject: [StoreSettings, DataSettings] },
    FileSweepJob,
    Scanner,
    StoreAddressesOfUploads,
    UploadPartService,
    UploadService,
    UploadsJob,
  ],
  exports: [FileStore],
})
export class FilesModule {}
