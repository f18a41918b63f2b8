// What other contexts may import from identity.
export { IdentityModule } from './identity.module.js';
export {
  OrganizationService,
  type CreatedOrganization,
  type CreatedOwnerKey,
} from './organization/organization.service.js';
export { lockActiveMember } from './member/lock-active-member.js';
export { listMemberNames, type MemberNames } from './member/member-names.js';
