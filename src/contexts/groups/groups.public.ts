// Exports of groups for other contexts.
export {
  listMembershipsToTransfer,
  lockGroupsToTransfer,
  lockMembershipsToTransfer,
  transferMemberships,
  type TransferableMembership,
} from './membership-transfer.js';
export { endGroupMembership, startGroupMembership } from './group-membership.operations.js';
