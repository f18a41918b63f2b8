/** The caller, and the rules for calling operations. */
export {
  administrators,
  administratorsAndCoaches,
  administratorsAndDirectors,
  owners,
  allows,
  anyMember,
  anyStaff,
  enrollmentStaff,
  everyMember,
  hidden,
  programContentStaff,
  reviewingStaff,
} from './access-rule.js';
export {
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
  rolesAbove,
  rolesFrom,
} from './caller.js';
export { isRestricted, KEY_SCOPES, type KeyScope, RESTRICTIONS } from './key-scopes.js';
