import { refusal, refusedIn } from '#kernel/errors';
import { concernsCaller, OWN_ITEM } from '#contexts/enrollments/enrollments.public.js';
import { administratorsAndDirectors, anyStaff } from '#kernel/access';
import { Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { CONCERNS_CALLER, declareBulk, existing, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { Group, GroupMember } from './group.dto.js';
import { anyGroup } from './group.operations.js';
import { groupTables } from './groups.tables.js';
import { BulkMembershipsRequest, BulkMembershipsResult, StartGroupMembershipRequest } from './group-membership.dto.js';

export class GroupMembershipStarted {
  @Uuid() groupMembershipId: string;
  @Uuid() groupId: string;
  @Uuid() enrollmentId: string;
}

export class GroupMembershipEnded extends GroupMembershipStarted {}

const memberships = resource({
  noun: 'group membership',
  tag: 'Groups',
  path: '/group-memberships/:groupMembershipId',
  response: Group,
  target: {
    ...existing('group membership', groupTables, 'group_memberships'),
    concernsCaller: concernsCaller(
      groupTables,
      'own_group_membership',
      `group_memberships g join enrollments e on e.organization_id = g.organization_id and e.id = g.enrollment_id
       where g.organization_id = :organization and g.id = :id`,
    ),
  },
  read: administratorsAndDirectors,
  write: administratorsAndDirectors,
});

export const MAX_OPEN_MEMBERSHIPS = 1_000;

export const groupFull = refusal(
  'group_full',
  `The group is full: its capacity, or ${MAX_OPEN_MEMBERSHIPS} open memberships.`,
);
export const alreadyInGroup = refusal('already_member', 'The enrollment is already a member of the group.');
const archived = refusedIn('group', ['archived']);

export const startGroupMembership = memberships.create({
  name: 'start_group_membership',
  path: '/groups/:groupId/memberships',
  parent: anyGroup,
  summary: 'Add an enrollment to a group',
  description: `Starts a membership period. Returns the group. A group has at most ${MAX_OPEN_MEMBERSHIPS} open ones.`,
  body: StartGroupMembershipRequest,
  event: declareEvent('group_membership.started', 'An enrollment joined a group.', GroupMembershipStarted),
  refusals: {
    403: `${administratorsAndDirectors.forbidden} ${CONCERNS_CALLER}`,
    400:
      'The Idempotency-Key is missing, or the enrollment does not exist in the organization, is closed, or is not in ' +
      "the group's program or cohort.",
  },
  reasons: [...archived, groupFull, alreadyInGroup],
});

/** The fields of a new membership that audit entries have. */
export const STARTED = ['groupId', 'enrollmentId', 'startedAt'] as const;

export const listGroupMemberships = resource({
  noun: 'group membership',
  tag: 'Groups',
  path: '/group-memberships/:groupMembershipId',
  response: GroupMember,
  target: anyGroup,
  read: anyStaff,
  write: administratorsAndDirectors,
}).list({
  path: '/groups/:groupId/memberships',
  parent: anyGroup,
  summary: 'List the memberships of a group',
  description: 'Open and ended periods, newest first, of the enrollments that the caller may see.',
  query: PageQuery,
  mayLag: true,
});

export const endGroupMembership = memberships.command('end', {
  summary: 'Remove an enrollment from a group',
  description: 'Ends the membership period, which stays in the history. Returns the group.',
  event: declareEvent('group_membership.ended', 'An enrollment left a group.', GroupMembershipEnded),
  reasons: refusedIn('membership', ['ended']),
});

export const bulkStartMemberships = declareBulk({
  name: 'bulk_start_memberships',
  path: '/groups/:groupId/bulk-memberships',
  tag: 'Groups',
  summary: 'Add enrollments to a group',
  description:
    'Places are given out in the order of the items. Each membership is recorded as by start_group_membership.',
  access: administratorsAndDirectors,
  target: anyGroup,
  targetType: 'group',
  action: 'group.bulk_memberships_started',
  alsoEvents: [startGroupMembership.event.name],
  body: BulkMembershipsRequest,
  response: BulkMembershipsResult,
  refusals: { 403: `${administratorsAndDirectors.forbidden} ${OWN_ITEM}` },
  reasons: archived,
});
