// Exports of learning for other contexts.
export { LearningModule } from './learning.module.js';
export { lessonLocked } from './progress/progress.operations.js';
export { LessonLocks, type ReadPlans } from './my-course/lesson-locks.js';
export { listOwnMilestones, type OwnMilestone } from './progress/milestone-progress.js';
export { Progress, ProgressNotMeasured, ProgressPath } from './progress/progress.dto.js';
export { listOverallProgress } from './progress/progress.service.js';
