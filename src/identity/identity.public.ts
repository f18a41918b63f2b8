// What other contexts may use of identity.
export { IdentityModule } from './identity.module.js';
export { OrganizationService, type CreatedOrganization, type CreatedOwnerKey } from './organization.service.js';
export { listMemberNames, type MemberNames } from './member-names.js';
