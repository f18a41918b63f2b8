import { Instant, NestedList, OneOf, PositiveInteger, Text, toResource, Uuid, WholeNumber } from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import type { GroupMembershipEntity } from './group-membership.entity.js';
import {
  GROUP_LIFECYCLES,
  GROUP_SCOPES,
  GROUP_TYPES,
  lifecycleOf,
  type GroupEntity,
  type GroupScope,
  type GroupType,
} from './group.entity.js';

/** The ended periods that a group shows; the list of its memberships has all. */
export const MAX_ENDED_SHOWN = 200;

export class GroupMembership {
  @Uuid({ description: 'Membership identifier' }) id: string;
  @Uuid({ description: 'Enrollment that is a member of the group' }) enrollmentId: string;
  @Instant({ description: 'Start of the period, UTC' }) startedAt: string;
  @Instant({ nullable: true, description: 'End of the period, UTC; null while it is open' }) endedAt: string | null;
}

/** A membership in a list, with names. */
export class GroupMember extends GroupMembership {
  @Text({ nullable: true, description: 'Display name of the member' }) memberName: string | null;
  @Text({ nullable: true, description: 'Name of the cohort of the enrollment' }) cohortName: string | null;
}

export class Group {
  @Uuid({ description: 'Group identifier' }) id: string;
  @Text({ min: 2, max: 100, description: 'Name', example: 'Tuesday accountability' }) name: string;
  @OneOf(GROUP_TYPES, { description: 'Purpose of the group', example: 'accountability' }) type: GroupType;
  @OneOf(GROUP_SCOPES, { description: 'What the group belongs to' }) scope: GroupScope;
  @Uuid({ nullable: true, description: 'Program of the group' }) programId: string | null;
  @Text({ nullable: true, description: 'Name of the program' }) programName: string | null;
  @Uuid({ nullable: true, description: 'Cohort of the group' }) cohortId: string | null;
  @Text({ nullable: true, description: 'Name of the cohort' }) cohortName: string | null;
  @Instant({ nullable: true, description: 'Start, UTC' }) startsAt: string | null;
  @Instant({ nullable: true, description: 'End, UTC' }) endsAt: string | null;
  @PositiveInteger({ nullable: true, description: 'Maximum open memberships; null: no limit', example: 8 })
  capacity: number | null;

  @WholeNumber({ description: 'Open memberships, also those not shown', example: 1 }) activeMembershipCount: number;
  @OneOf(GROUP_LIFECYCLES, { description: 'active until archived' }) lifecycle: string;

  @NestedList(() => GroupMembership, {
    description:
      'Membership history, oldest first, of the enrollments that the caller may see: all open periods and the latest ' +
      `${MAX_ENDED_SHOWN} ended ones. \`GET /groups/{groupId}/memberships\` lists all.`,
  })
  memberships: GroupMembership[];
}

/** The names of a group's program and cohort. */
export interface PlaceNames {
  programName: string | null;
  cohortName: string | null;
}

/** `shown` are the memberships that the caller may see; the count includes all. */
export function toGroup(
  group: NewRow<GroupEntity>,
  names: PlaceNames,
  memberships: readonly NewRow<GroupMembershipEntity>[],
  shown = memberships,
): Group {
  return toResource(Group, {
    ...group,
    ...names,
    activeMembershipCount: memberships.filter(({ endedAt }) => endedAt === null).length,
    lifecycle: lifecycleOf(group),
    memberships: shown.map((membership) => toResource(GroupMembership, membership)),
  });
}
