/** Errors that clients see. */
export {
  conflict,
  ERROR_STATUS,
  type ErrorCode,
  type FieldIssue,
  forbidden,
  invalidField,
  invalidFields,
  invalidRequest,
  notFound,
  ServiceError,
  unauthorized,
  unavailable,
} from './service-error.js';
