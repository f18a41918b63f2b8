// What others may use of tasks.
export { ReviewSettings } from './submission/review.settings.js';
export {
  listTasksToTransfer,
  lockTasksToTransfer,
  transferTasks,
  type TransferableTask,
} from './member-task/task-transfer.js';
