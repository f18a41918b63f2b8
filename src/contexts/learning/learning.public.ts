// What others may use of learning.
export { Progress, ProgressNotMeasured } from './progress/progress.dto.js';
export { listOverallProgress } from './progress/progress.service.js';
