import { ENROLLMENT_SOURCES } from './enrollment-sources.js';
import { FOLLOW_UP_SOURCES } from './follow-up-sources.js';
import { LEARNING_SOURCES } from './learning-sources.js';
import { TASK_SOURCES } from './task-sources.js';
import type { TimelineSource } from './timeline-source.js';

/** Every item has the status, verdict, result or attendance that it led to as its outcome. */
export const TIMELINE_SOURCES: readonly TimelineSource[] = [
  ...ENROLLMENT_SOURCES,
  ...FOLLOW_UP_SOURCES,
  ...TASK_SOURCES,
  ...LEARNING_SOURCES,
];
