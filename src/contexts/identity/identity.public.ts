// Exports of identity for other contexts.
export { IdentityModule } from './identity.module.js';
export {
  OrganizationService,
  type CreatedOrganization,
  type CreatedOwnerKey,
} from './organization/organization.service.js';
export { PasskeyDomains } from './passkey/passkey-domains.js';
export { InvitationCommandService } from './invitation/invitation-command.service.js';
export type { CreatedInvitation } from './invitation/invitation.dto.js';
export { anyMember, manageableMember } from './member/member.policy.js';
export { checkSuccessor, lockActiveMembers, lockHandoverMembers } from './member/member-locks.js';
export { handOverResponsibilities, lockEnrollmentsToHandOver } from './responsibility/hand-over-responsibilities.js';
export { EmailAddress, isEmailAddress, normalizedEmail } from './account/email.js';
export { MemberObservers, type MemberObserver } from './member/member-observers.js';
export { addMembers } from './member/add-members.js';
export { addMember } from './member/member.operations.js';
export { OF_PERSON_OF_MEMBER } from './member/person-sql.js';
export { nameFilters, namesOf } from './member/member-search.js';
export { listMemberNames, type MemberNames, NamedResources } from './member/member-names.js';
export {
  assignResponsibility,
  endResponsibility,
  responsibilityLimit,
} from './responsibility/responsibility.operations.js';
export {
  isActiveMember,
  listCoachAssignments,
  lockCoachAssignments,
  transferCoaches,
  type CoachAssignment,
  type LockedAssignments,
} from './responsibility/coach-transfer.js';
export { assignCoaches } from './responsibility/responsibility-assignment.js';
export { MAX_CURRENT as MAX_CURRENT_RESPONSIBILITIES } from './responsibility/responsibility.operations.js';
