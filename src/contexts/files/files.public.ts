// Exports of files for other contexts.
export { takeUpload } from './upload/take-upload.js';
export { scheduleUploads } from './upload/uploads-schedule.js';
