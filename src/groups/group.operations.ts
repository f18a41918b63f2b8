import { administratorsAndDirectors, anyStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, TextList } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { CreateGroupRequest, GroupQuery, UpdateGroupRequest } from './group-request.dto.js';
import { Group } from './group.dto.js';
import { GROUP_SCOPES, GROUP_TYPES } from './group.entity.js';

export const anyGroup = existingIn('groups');
const notAllowed = 'The caller is not an allowed operator.';
const unknown = 'The group is unknown, or of another organization.';

export class GroupCreated {
  @Uuid()
  groupId: string;

  @Text()
  name: string;

  @OneOf(GROUP_TYPES)
  type: string;

  @OneOf(GROUP_SCOPES)
  scope: string;

  @Uuid({ nullable: true })
  programId: string | null;

  @Uuid({ nullable: true })
  cohortId: string | null;
}

export const groupCreated = declareEvent({
  name: 'group.created',
  summary: 'A group was created.',
  data: GroupCreated,
});

export class GroupUpdated {
  @Uuid()
  groupId: string;

  @TextList(() => undefined, { description: 'The fields that were sent', example: ['capacity'] })
  fields: string[];
}

export const groupUpdated = declareEvent({
  name: 'group.updated',
  summary: 'A group was changed.',
  data: GroupUpdated,
});

export class GroupArchived {
  @Uuid()
  groupId: string;
}

export const groupArchived = declareEvent({
  name: 'group.archived',
  summary: 'A group was archived.',
  data: GroupArchived,
});

export const listGroups = declareRead({
  name: 'list_groups',
  path: '/groups',
  tag: 'Groups',
  summary: 'List groups',
  description: 'Newest first, archived groups included.',
  access: anyStaff,
  query: GroupQuery,
  response: pageOf(Group),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: 'The caller has no role that needs groups.' },
});

export const getGroup = declareRead({
  name: 'get_group',
  path: '/groups/:groupId',
  tag: 'Groups',
  summary: 'Read a group',
  access: anyStaff,
  target: anyGroup,
  response: Group,
  refusals: { 403: 'The caller has no role that needs groups.', 404: unknown },
});

export const createGroup = declareWrite({
  name: 'create_group',
  method: 'POST',
  path: '/groups',
  tag: 'Groups',
  summary: 'Create a group',
  description: 'For level, specialty or accountability work. It moves no enrollment and changes no cohort or path.',
  access: administratorsAndDirectors,
  body: CreateGroupRequest,
  response: Group,
  status: 201,
  targetType: 'group',
  event: groupCreated,
  refusals: {
    400: 'A header or field is missing, or scope, window or capacity is invalid.',
    403: notAllowed,
    404: 'The program or cohort is unknown, or of another organization.',
  },
});

export const updateGroup = declareWrite({
  name: 'update_group',
  method: 'PATCH',
  path: '/groups/:groupId',
  tag: 'Groups',
  summary: 'Change a group',
  description:
    'A field left out is left alone; a field sent as null is erased, where it may be null. The rules of creation hold ' +
    'for the group as it will be.',
  access: administratorsAndDirectors,
  target: anyGroup,
  body: UpdateGroupRequest,
  response: Group,
  status: 200,
  targetType: 'group',
  event: groupUpdated,
  mayChangeNothing: true,
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, the scope, window or capacity would be, the capacity is ' +
      'below the open memberships, or an open membership would not fit the program or cohort.',
    403: notAllowed,
    404: 'The group, program or cohort is unknown, or of another organization.',
    409: 'The group is archived, or another request holds it.',
  },
});

export const archiveGroup = declareWrite({
  name: 'archive_group',
  method: 'POST',
  path: '/groups/:groupId/archive',
  tag: 'Groups',
  summary: 'Archive a group',
  description: 'It takes no further members and no changes. Its memberships stay as they are, and can still be ended.',
  access: administratorsAndDirectors,
  target: anyGroup,
  response: Group,
  status: 200,
  targetType: 'group',
  event: groupArchived,
  refusals: { 403: notAllowed, 404: unknown, 409: 'The group is archived already, or another request holds it.' },
});
