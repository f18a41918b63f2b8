import { refusedIn } from '#kernel/errors';
import { administratorsAndDirectors, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { groupTables } from './groups.tables.js';
import { CreateGroupRequest, GroupQuery, UpdateGroupRequest } from './group-request.dto.js';
import { Group } from './group.dto.js';
import { GROUP_SCOPES, GROUP_TYPES } from './group.entity.js';

const archived = refusedIn('group', ['archived']);

export class GroupArchived {
  @Uuid() groupId: string;
}

export class GroupCreated extends GroupArchived {
  @Text() name: string;
  @OneOf(GROUP_TYPES) type: string;
  @OneOf(GROUP_SCOPES) scope: string;
  @Uuid({ nullable: true }) programId: string | null;
  @Uuid({ nullable: true }) cohortId: string | null;
}

export class GroupUpdated extends withFields(GroupArchived) {}

export const anyGroup = existing('group', groupTables, 'groups');

const groups = resource({
  noun: 'group',
  path: '/groups/:groupId',
  response: Group,
  target: anyGroup,
  read: anyStaff,
  write: administratorsAndDirectors,
});

export const listGroups = groups.list({
  query: GroupQuery,
  description: 'Newest first, including archived groups.',
  mayLag: true,
});

export const getGroup = groups.get({
  description: 'With its open and its latest ended memberships. Archived groups are returned as well.',
});

export const createGroup = groups.create({
  description: 'Creates a level, specialty or accountability group. Enrollments, cohorts and paths are not changed.',
  body: CreateGroupRequest,
  event: declareEvent('group.created', 'A group was created.', GroupCreated),
  refusals: {
    400: 'A header or field is missing, or scope, dates or capacity are invalid.',
    404: 'The program or cohort does not exist in the organization.',
  },
});

export const updateGroup = groups.patch({
  description:
    'Omitted fields are left unchanged; a nullable field sent as null is cleared. The updated group must satisfy the ' +
    'rules for creating one.',
  body: UpdateGroupRequest,
  event: declareEvent('group.updated', 'A group was updated.', GroupUpdated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, the resulting scope or dates are invalid, the capacity is ' +
      'below the number of open memberships, or an open membership is outside the new program or cohort.',
    404: 'The group, program or cohort does not exist in the organization.',
  },
  reasons: archived,
});

export const archiveGroup = groups.command('archive', {
  description: 'An archived group accepts no new members and no changes. Open memberships stay open and can be ended.',
  event: declareEvent('group.archived', 'A group was archived.', GroupArchived),
  reasons: archived,
});
