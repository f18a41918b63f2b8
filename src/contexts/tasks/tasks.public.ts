// Exports of tasks for other contexts.
export { ReviewSettings } from './submission/review.settings.js';
export { tasksToTransfer, transferTasks, type TransferableTask } from './member-task/task-transfer.js';
