// What other contexts may use of identity.
export { IdentityModule } from './identity.module.js';
export { OrganizationService, type CreatedOrganization } from './organization.service.js';
export { listMemberNames, type MemberNames } from './member-names.js';
