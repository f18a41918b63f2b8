import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { PositiveInteger, WholeNumber } from '../platform/fields/numbers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
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

export class GroupMembership {
  @Uuid({ description: 'Membership identifier' })
  id: string;

  @Uuid({ description: 'The enrollment that belongs to the group' })
  enrollmentId: string;

  @Instant({ description: 'Start of the period, UTC' })
  startedAt: string;

  @Instant({ nullable: true, description: 'End of the period, UTC; null while it is open' })
  endedAt: string | null;
}

export class Group {
  @Uuid({ description: 'Group identifier' })
  id: string;

  @Text({ min: 2, max: 100, description: 'Name', example: 'Tuesday accountability' })
  name: string;

  @OneOf(GROUP_TYPES, { description: 'What the group is for', example: 'accountability' })
  type: GroupType;

  @OneOf(GROUP_SCOPES, { description: 'What the group belongs to' })
  scope: GroupScope;

  @Uuid({ nullable: true, description: 'Scoped program' })
  programId: string | null;

  @Text({ nullable: true, description: 'Name of the scoped program' })
  programName: string | null;

  @Uuid({ nullable: true, description: 'Scoped cohort' })
  cohortId: string | null;

  @Text({ nullable: true, description: 'Name of the scoped cohort' })
  cohortName: string | null;

  @Instant({ nullable: true, description: 'Start instant, UTC' })
  startsAt: string | null;

  @Instant({ nullable: true, description: 'End instant, UTC' })
  endsAt: string | null;

  @PositiveInteger({ nullable: true, description: 'Open memberships at most; null means unlimited' })
  capacity: number | null;

  @WholeNumber({ description: 'Open memberships, whoever reads; zero at creation' })
  activeMembershipCount: number;

  @OneOf(GROUP_LIFECYCLES, { description: 'Derived lifecycle' })
  lifecycle: string;

  @NestedList(() => GroupMembership, {
    description: 'Membership history, the oldest period first; of enrollments that the caller reaches',
  })
  memberships: GroupMembership[];
}

/** The names that a group shows for the ids of its place. */
export interface PlaceNames {
  programName: string | null;
  cohortName: string | null;
}

export function toGroup(
  group: NewRow<GroupEntity>,
  { programName, cohortName }: PlaceNames,
  memberships: readonly NewRow<GroupMembershipEntity>[],
  shown = memberships,
): Group {
  return {
    id: group.id,
    name: group.name,
    type: group.type,
    scope: group.scope,
    programId: group.programId,
    programName,
    cohortId: group.cohortId,
    cohortName,
    startsAt: group.startsAt?.toISOString() ?? null,
    endsAt: group.endsAt?.toISOString() ?? null,
    capacity: group.capacity,
    activeMembershipCount: memberships.filter((membership) => membership.endedAt === null).length,
    lifecycle: lifecycleOf(group),
    memberships: shown.map(({ id, enrollmentId, startedAt, endedAt }) => ({
      id,
      enrollmentId,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}
