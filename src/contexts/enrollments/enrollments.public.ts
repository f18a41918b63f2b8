// Exports of enrollments for other contexts.
export { EnrollmentsModule } from './enrollments.module.js';
export { recordStatusChanges, type EnrollmentStatusChange } from './enrollment-history.js';
export { EnrollmentCreation, type NewEnrollment } from './enrollment-creation.js';
export { EnrollmentSeats, readSeats, SEAT_REFUSALS, type SeatRefusal } from './enrollment-seats.js';
export {
  EnrollmentObservers,
  RECORDED_OF_GIVEN_TASKS,
  RECORDED_OF_NEW_ENROLLMENTS,
  type EnrollingOptions,
  type EnrollmentObserver,
  type Resumption,
} from './enrollment-observers.js';
export { Enrollment } from './enrollment.dto.js';
export { ENROLLMENT_STATUSES, type EnrollmentStatus } from './enrollment.entity.js';
export {
  closeEnrollment,
  cohortFull,
  enroll,
  EnrollmentReference,
  referenceToEnrollment,
  resumeEnrollment,
  seatTaken,
} from './enrollment.operations.js';
export { EnrollmentTransfer, type TransferredEnrollment } from './enrollment-transfer.js';
export {
  accountMayActOn,
  BY_REACH,
  coachedBy,
  coachedEnrollments,
  coachFilter,
  coachOf,
  coachedInCohort,
  cohortWithReachedEnrollments,
  listMayAct,
  listReachedIds,
  listReachedIdsInCohort,
  MAY_ACT,
  narrowToReached,
  reachableEnrollment,
  reachableThroughEnrollment,
  REACHED,
  reachParameters,
  reachesAllEnrollments,
  reachValues,
} from './enrollment.policy.js';
export {
  concernsCaller,
  hasRunningEnrollment,
  listOwnIds,
  OF_PERSON,
  ofAccount,
  OWN_ENROLLMENT,
  OWN_ITEM,
  refuseOwn,
} from './own-enrollment.policy.js';
export { endPause, pauseByService } from './enrollment-pause.js';
export { lockOpenEnrollment, withdrawEnrollment } from './enrollment-withdrawal.js';
export { moveRows } from './moved-rows.js';
export { refusalOfUnseen, visibleEnrollment } from './visible-enrollment.policy.js';
