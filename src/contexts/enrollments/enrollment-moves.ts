import type { Transitions } from '#kernel/operations';
import type { EnrollmentStatus } from './enrollment.entity.js';

export type EnrollmentMove = 'activate' | 'pause' | 'resume' | 'close';

type Moves = Partial<Transitions<EnrollmentStatus>>;

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
