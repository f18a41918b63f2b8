// Exports of tasks for other contexts.
export { ReviewSettings } from './submission/review.settings.js';
export {
  listTasksToTransfer,
  lockTasksToTransfer,
  transferTasks,
  type TransferableTask,
} from './member-task/task-transfer.js';
