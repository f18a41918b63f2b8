// What other contexts may import from groups.
export {
  listMembershipsToTransfer,
  lockGroupsToTransfer,
  lockMembershipsToTransfer,
  transferMemberships,
  type TransferableMembership,
} from './group-membership/membership-transfer.js';
export { endGroupMembership, startGroupMembership } from './group-membership/group-membership.operations.js';
