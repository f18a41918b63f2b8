import type { EnrollmentStatus } from './enrollment.entity.js';
import { Transitions } from '#kernel/work';

export type EnrollmentMove = 'activate' | 'pause' | 'resume' | 'close';

type Moves = Transitions<EnrollmentStatus>;

/** The transitions of each move. A pending enrollment has not started, so it cannot be completed or failed. */
export const ENROLLMENT_MOVES: Readonly<Record<EnrollmentMove, Moves>> = {
  activate: { pending: ['active'] },
  pause: { active: ['paused'] },
  resume: { paused: ['active'] },
  close: {
    pending: ['withdrawn'],
    active: ['completed', 'withdrawn', 'failed'],
    paused: ['completed', 'withdrawn', 'failed'],
  },
};
