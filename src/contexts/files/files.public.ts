// Exports of files for other contexts.
export { FileSettings } from './files.settings.js';
export { FileStore } from './store/file-store.js';
export { releaseUpload } from './upload/release-upload.js';
export { takeUpload } from './upload/take-upload.js';
export { scheduleUploads, UPLOADS_JOB } from './upload/uploads-schedule.js';
