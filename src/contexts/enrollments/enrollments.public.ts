// What other contexts may import from enrollments.
export { EnrollmentsModule } from './enrollments.module.js';
export type { EnrollmentStatus } from './enrollment.entity.js';
export {
  accountMayActOn,
  coachedBy,
  coachedEnrollments,
  coachedInCohort,
  concernsCaller,
  narrowToReached,
  OF_PERSON,
  reachableEnrollment,
  reachableThroughEnrollment,
  REACHED,
  reachParameters,
  reachesAllEnrollments,
  reachValues,
} from './enrollment.policy.js';
