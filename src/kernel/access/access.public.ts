/** The caller, and the rules for calling operations. */
export {
  administrators,
  administratorsAndClosers,
  administratorsAndCoaches,
  administratorsAndDirectors,
  administratorsAndHosts,
  owners,
  allows,
  anyMember,
  anyStaff,
  enrollmentStaff,
  everyMember,
  hidden,
  programContentStaff,
  programContentStaffAndCoaches,
  programContentStaffAndCohortCoaches,
  reviewingStaff,
} from './access-rule.js';
export {
  apiKeyOf,
  assignedMember,
  ASSIGNMENT_SCOPES,
  type AssignmentScope,
  BUSINESS_ROLES,
  type BusinessRole,
  type Caller,
  holds,
  isAdministrator,
  isOrganizationDirector,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type ProofPower,
  rolesAbove,
  rolesFrom,
  SIGN_IN_METHODS,
  type SignInMethod,
  type SignInUse,
  TEACHING_ROLES,
  type TeachingRole,
} from './caller.js';
export { type Credential, credentialOf } from './credentials.js';
export { isRestricted, KEY_SCOPES, type KeyScope, RESTRICTIONS } from './key-scopes.js';
export { checkRecentSignIn, isRecent } from './recent-sign-in.js';
