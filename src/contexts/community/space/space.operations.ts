import { everyMember, programContentStaff } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { declareWrite, resource } from '#kernel/operations';
import { readableSpace } from '../access/space-access.js';
import {
  CreateSpaceRequest,
  MarkSpaceReadRequest,
  ReadMarker,
  Space,
  SpaceQuery,
  UpdateSpaceRequest,
} from './space.dto.js';
import { SPACE, SPACE_SCOPES } from './space.entity.js';
import { managedSpace } from './space.policy.js';
import { readSpace } from './space.reader.js';

/** Active ones of an organization, program, cohort or group. */
export const MAX_SPACES = 50;

export const spaceLimit = refusal(
  'space_limit',
  `An organization, program, cohort or group has at most ${MAX_SPACES} active spaces of its own.`,
);

class SpaceReference {
  @Uuid() spaceId: string;
  @OneOf(SPACE_SCOPES) scope: string;
  @Uuid({ nullable: true }) programId: string | null;
  @Uuid({ nullable: true }) cohortId: string | null;
  @Uuid({ nullable: true }) groupId: string | null;
}

const spaces = resource({
  noun: 'space',
  path: '/spaces/:spaceId',
  response: Space,
  target: readableSpace,
  read: everyMember,
  write: programContentStaff,
});

export const createSpace = spaces.create({
  description: 'For everybody of the organization, or the people of a program, cohort or group.',
  body: CreateSpaceRequest,
  event: declareEvent('space.created', 'A space of the community was created.', SpaceReference),
  narrowReplay: (scope, { id }) => readSpace(scope, id),
  refusals: {
    400: 'A header or field is missing, or the ids do not fit the scope.',
    404: 'The program, cohort or group does not exist in the organization.',
  },
  reasons: [spaceLimit],
});

export const listSpaces = spaces.list({
  description: 'Those that the caller may read, newest first, including archived ones.',
  query: SpaceQuery,
});

export const getSpace = spaces.get({
  description: 'With what is new for the caller, and whether they may post.',
});

export const updateSpace = spaces.patch({
  target: managedSpace,
  description: 'Omitted fields are left unchanged. An archived space stays readable, and does not change any more.',
  body: UpdateSpaceRequest,
  event: declareEvent('space.updated', 'A space was updated or archived.', withFields(SpaceReference)),
  narrowReplay: (scope, { id }) => readSpace(scope, id),
  reasons: SPACE.refusalsUnless('active'),
});

export const markSpaceRead = declareWrite({
  name: 'mark_space_read',
  method: 'PUT',
  path: '/spaces/:spaceId/read-marker',
  tag: 'Spaces',
  summary: 'Mark a space as read',
  description:
    "Moves the marker of the caller, never back. The Idempotency-Key is the caller's own. Who posts while everything is read " +
    'moves their marker along.',
  access: everyMember,
  target: readableSpace,
  keyScope: 'account',
  body: MarkSpaceReadRequest,
  response: ReadMarker,
  action: 'space.read_marked',
  targetType: 'space',
  refusals: { 400: 'The Idempotency-Key is missing, or through is invalid or beyond the last number.' },
});
