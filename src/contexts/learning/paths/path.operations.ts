import { PATH } from './path.entity.js';
import { refusedIn, refusedUnless } from '#kernel/errors';
import {
  EnrollmentReference,
  reachableEnrollment,
  ENROLLMENT_STATUSES,
} from '#contexts/enrollments/enrollments.public.js';
import { anyProgram, ownProgram } from '#contexts/programs/programs.public.js';
import { anyStaff, enrollmentStaff, programContentStaff } from '#kernel/access';
import { Instant, Text, Uuid } from '#kernel/fields';
import { declareWrite, existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { learningTables } from '../learning.tables.js';
import { ownPath } from '../program-content.policy.js';
import { AssignPathRequest, EnrollmentPath } from './enrollment-path.dto.js';
import {
  CreatePathRequest,
  MAX_PATH_COURSES,
  MAX_PATH_MILESTONES,
  Path,
  PathQuery,
  UpdatePathRequest,
} from './path.dto.js';

export class PathReference {
  @Uuid() pathId: string;
  @Uuid() programId: string;
}

class PathCreated extends PathReference {
  @Text() name: string;
}

class PathUpdated extends withFields(PathReference) {}

const CONTENT_REFUSAL =
  `A field is invalid, or courseIds are not 1 to ${MAX_PATH_COURSES} different courses, or milestoneIds not at most ` +
  `${MAX_PATH_MILESTONES} different milestones, of the program and not archived.`;

const paths = resource({
  noun: 'path',
  path: '/paths/:pathId',
  response: Path,
  target: ownPath,
  read: anyStaff,
  write: programContentStaff,
});

export const createPath = paths.create({
  path: '/programs/:programId/paths',
  parent: ownProgram,
  summary: 'Create a path of a program',
  description: 'The path is a draft: it can be assigned once it is active.',
  body: CreatePathRequest,
  event: declareEvent('path.created', 'A path was created, as a draft.', PathCreated),
  refusals: { 400: CONTENT_REFUSAL, 404: anyProgram.notFound },
  reasons: refusedIn('program', ['archived']),
});

export const listPaths = paths.list({
  query: PathQuery,
  mayLag: true,
  summary: 'List paths',
  description: 'Newest first, including archived paths.',
});

export const getPath = paths.get({
  description: 'With its courses and milestones, in their order.',
  target: existing('path', learningTables, 'paths'),
});

export const pathUpdated = declareEvent('path.updated', 'A path was updated.', PathUpdated);

export const updatePath = paths.patch({
  description:
    'Omitted fields are left unchanged; a null description clears it; courseIds and milestoneIds replace all of them. A path that becomes ' +
    "the program's default takes that from another one, which is recorded as an update of that path, too.",
  body: UpdatePathRequest,
  event: pathUpdated,
  alsoEvents: [pathUpdated.name],
  refusals: { 400: CONTENT_REFUSAL },
  reasons: refusedIn('path', ['archived', 'draft']),
});

export const activatePath = paths.command('activate', {
  leadsTo: 'active',
  description: 'From then on it can be assigned to enrollments.',
  event: declareEvent('path.activated', 'A path can be assigned to enrollments.', PathReference),
  reasons: PATH.refusalsOfMove('active'),
});

export const archivePath = paths.command('archive', {
  leadsTo: 'archived',
  description: 'For good. Enrollments that follow the path keep it. It is no default any more.',
  event: declareEvent('path.archived', 'A path was archived.', PathReference),
  reasons: PATH.refusalsOfMove('archived'),
});

class PathAssigned extends EnrollmentReference {
  @Uuid({ nullable: true, description: 'The path until now' }) from: string | null;
  @Uuid({ nullable: true, description: 'The path from now on' }) to: string | null;
}

export const pathAssigned = declareEvent(
  'enrollment.path_assigned',
  'An enrollment follows another path, or none.',
  PathAssigned,
);

class PathCompleted extends EnrollmentReference {
  @Uuid() pathId: string;
  @Instant() completedAt: string;
}

/** Recorded by the completion of a lesson that it follows from. */
export const pathCompleted = declareEvent(
  'path.completed',
  'All required lessons of the path that an enrollment follows were completed for the first time.',
  PathCompleted,
);

export const assignPath = declareWrite({
  name: 'assign_path',
  method: 'PUT',
  path: '/enrollments/:enrollmentId/path',
  tag: 'Paths',
  summary: 'Assign a path to an enrollment',
  description: 'The path that the enrollment already follows, even if it is archived since, changes nothing.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  targetType: 'enrollment',
  event: pathAssigned,
  mayChangeNothing: true,
  body: AssignPathRequest,
  response: EnrollmentPath,
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or pathId is not an active path of the program.',
  },
  reasons: refusedUnless('enrollment', ['pending', 'active', 'paused'], ENROLLMENT_STATUSES),
});
