// Exports of groups for other contexts.
export {
  lockGroupsToTransfer,
  membershipsToTransfer,
  transferMemberships,
  type TransferableMembership,
} from './membership-transfer.js';
export { endGroupMembership, startGroupMembership } from './group-membership.operations.js';
