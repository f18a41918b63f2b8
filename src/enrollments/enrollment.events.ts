import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { ENROLLMENT_RESULTS } from './enrollment.dto.js';

/** Whose enrollment it is, and where; a reason stays in the enrollment. */
export class EnrollmentReference {
  @Uuid()
  enrollmentId: string;

  @Uuid()
  cohortId: string;

  @Uuid()
  memberId: string;
}

export class EnrollmentCreated extends EnrollmentReference {
  @OneOf(['pending', 'active'])
  status: string;
}

export class EnrollmentClosed extends EnrollmentReference {
  @OneOf(ENROLLMENT_RESULTS)
  result: string;
}

export const enrollmentCreated = declareEvent({
  name: 'enrollment.created',
  summary: 'A member was enrolled in a cohort.',
  data: EnrollmentCreated,
});

export const enrollmentActivated = declareEvent({
  name: 'enrollment.activated',
  summary: 'A pending enrollment became active.',
  data: EnrollmentReference,
});

export const enrollmentPaused = declareEvent({
  name: 'enrollment.paused',
  summary: 'An active enrollment was paused.',
  data: EnrollmentReference,
});

export const enrollmentResumed = declareEvent({
  name: 'enrollment.resumed',
  summary: 'A paused enrollment is active again.',
  data: EnrollmentReference,
});

export const enrollmentClosed = declareEvent({
  name: 'enrollment.closed',
  summary: 'An enrollment ended.',
  data: EnrollmentClosed,
});
