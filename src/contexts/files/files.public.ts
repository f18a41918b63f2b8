// Exports of files for other contexts.
export { FileSettings } from './files.settings.js';
export { releaseUpload } from './upload/release-upload.js';
export { takeUpload } from './upload/take-upload.js';
export { scheduleUploads } from './upload/uploads-schedule.js';
