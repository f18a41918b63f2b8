import { administratorsAndDirectors } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { StartGroupMembershipRequest } from './group-membership.dto.js';
import { Group } from './group.dto.js';
import { anyGroup } from './group.operations.js';

export class GroupMembershipStarted {
  @Uuid()
  groupMembershipId: string;

  @Uuid()
  groupId: string;

  @Uuid()
  enrollmentId: string;
}

export const groupMembershipStarted = declareEvent({
  name: 'group_membership.started',
  summary: 'An enrollment joined a group.',
  data: GroupMembershipStarted,
});

export class GroupMembershipEnded extends GroupMembershipStarted {}

export const groupMembershipEnded = declareEvent({
  name: 'group_membership.ended',
  summary: 'An enrollment left a group.',
  data: GroupMembershipEnded,
});

export const startGroupMembership = declareWrite({
  name: 'start_group_membership',
  method: 'POST',
  path: '/groups/:groupId/memberships',
  tag: 'Groups',
  summary: 'Let an enrollment join a group',
  description: 'Opens a period of membership. Answers with the whole group.',
  access: administratorsAndDirectors,
  target: anyGroup,
  body: StartGroupMembershipRequest,
  response: Group,
  status: 201,
  targetType: 'group_membership',
  event: groupMembershipStarted,
  refusals: {
    400:
      'The Idempotency-Key is missing, or the enrollment is unknown, of another organization, closed, or not of the ' +
      "group's program or cohort.",
    403: 'The caller is not an allowed operator.',
    404: 'The group is unknown, or of another organization.',
    409: 'The group is archived or full, the enrollment is a member already, or another request holds the group.',
  },
});

export const endGroupMembership = declareWrite({
  name: 'end_group_membership',
  method: 'POST',
  path: '/group-memberships/:groupMembershipId/end',
  tag: 'Groups',
  summary: 'Let an enrollment leave a group',
  description: 'Ends the period, which stays in the history. Answers with the whole group.',
  access: administratorsAndDirectors,
  target: existingIn('group_memberships'),
  response: Group,
  status: 200,
  targetType: 'group_membership',
  event: groupMembershipEnded,
  refusals: {
    403: 'The caller is not an allowed operator.',
    404: 'The membership is unknown, or of another organization.',
    409: 'The membership has ended already, or another request holds it.',
  },
});
