import type { Transitions } from '../platform/operations/transitions.js';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from './enrollment.entity.js';

const moves = (given: Partial<Transitions<EnrollmentStatus>>): Transitions<EnrollmentStatus> => ({
  ...(Object.fromEntries(
    ENROLLMENT_STATUSES.map((status) => [status, []]),
  ) as unknown as Transitions<EnrollmentStatus>),
  ...given,
});

/** What each command may do, from which status to which; a status that is not named stays as it is. */
export const ENROLLMENT_MOVES = {
  activate: moves({ pending: ['active'] }),
  pause: moves({ active: ['paused'] }),
  resume: moves({ paused: ['active'] }),
  close: moves({
    // Nobody completes or fails what was never begun.
    pending: ['withdrawn'],
    active: ['completed', 'withdrawn', 'failed'],
    paused: ['completed', 'withdrawn', 'failed'],
  }),
};
