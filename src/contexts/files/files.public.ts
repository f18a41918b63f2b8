// Exports of files for other contexts.
export { FilesModule } from './files.module.js';
export { FileStore } from './store/file-store.js';
export { UploadPartService } from './upload/upload-part.service.js';
export { FileSettings } from './files.settings.js';
export { releaseUpload } from './upload/release-upload.js';
export { takeUpload } from './upload/take-upload.js';
export { scheduleUploads } from './upload/uploads-schedule.js';
