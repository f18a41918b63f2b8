/** Errors that clients see. */
export {
  ERROR_STATUS,
  type ErrorCode,
  type FieldIssue,
  forbidden,
  invalidField,
  invalidFields,
  invalidRequest,
  notFound,
  preconditionFailed,
  ServiceError,
  signInFailed,
  unauthorized,
  unavailable,
} from './service-error.js';
export {
  checkRevision,
  COMMON_REFUSALS,
  type DeclaredRefusal,
  refusal,
  refusedIn,
  refusedUnless,
  wrongStatus,
} from './refusals.js';
