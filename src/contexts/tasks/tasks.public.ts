// Exports of tasks for other contexts.
export { reviewDueHours } from './submission/review-due-hours.js';
export { ReviewSettings } from './submission/review.settings.js';
export { tasksToTransfer, transferTasks, type TransferableTask } from './member-task/task-transfer.js';
