import { administrators, anyStaff } from '../platform/access/access-rule.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import {
  ArchiveProgramRequest,
  CreateProgramRequest,
  Program,
  ProgramsQuery,
  UpdateProgramRequest,
} from './program.dto.js';
import {
  programArchived,
  programCreated,
  programPublished,
  programRestored,
  programUpdated,
} from './program.events.js';

const program = existingIn('programs');
const unknown = 'The program is unknown, or of another organization.';
const noAdministrator = 'The caller is neither OWNER nor ADMIN.';
const noStaff = 'The caller has no role that needs programs.';

export const createProgram = declareWrite({
  name: 'create_program',
  method: 'POST',
  path: '/programs',
  tag: 'Programs',
  summary: 'Create a program',
  description:
    'The program is a draft. One that is brought in from elsewhere may be archived at once; with no history of how it ' +
    'became so, it can not be restored.',
  access: administrators,
  body: CreateProgramRequest,
  response: Program,
  status: 201,
  targetType: 'program',
  event: programCreated,
  refusals: { 403: noAdministrator },
});

export const listPrograms = declareRead({
  name: 'list_programs',
  path: '/programs',
  tag: 'Programs',
  summary: 'List programs, newest first',
  access: anyStaff,
  query: ProgramsQuery,
  response: pageOf(Program),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: noStaff },
});

export const getProgram = declareRead({
  name: 'get_program',
  path: '/programs/:programId',
  tag: 'Programs',
  summary: 'Read a program',
  access: anyStaff,
  target: program,
  response: Program,
  refusals: { 403: noStaff, 404: unknown },
});

export const updateProgram = declareWrite({
  name: 'update_program',
  method: 'PATCH',
  path: '/programs/:programId',
  tag: 'Programs',
  summary: 'Change the name or description of a program',
  description:
    'A field left out is left alone; a description sent as null is erased. The status is not changed here, and a program ' +
    'of any status can be changed.',
  access: administrators,
  target: program,
  body: UpdateProgramRequest,
  response: Program,
  status: 200,
  targetType: 'program',
  event: programUpdated,
  mayChangeNothing: true,
  refusals: { 403: noAdministrator, 404: unknown },
});

export const publishProgram = declareWrite({
  name: 'publish_program',
  method: 'POST',
  path: '/programs/:programId/publish',
  tag: 'Programs',
  summary: 'Publish a draft program',
  access: administrators,
  target: program,
  response: Program,
  status: 200,
  targetType: 'program',
  event: programPublished,
  refusals: {
    403: noAdministrator,
    404: unknown,
    409: 'The program is not a draft, or another request holds it.',
  },
});

export const archiveProgram = declareWrite({
  name: 'archive_program',
  method: 'POST',
  path: '/programs/:programId/archive',
  tag: 'Programs',
  summary: 'Archive a program',
  description: 'Its cohorts, enrollments, progress, submissions and history stay as they are.',
  access: administrators,
  target: program,
  body: ArchiveProgramRequest,
  response: Program,
  status: 200,
  targetType: 'program',
  event: programArchived,
  refusals: {
    403: noAdministrator,
    404: unknown,
    409: 'The program is archived already, or another request holds it.',
  },
});

export const restoreProgram = declareWrite({
  name: 'restore_program',
  method: 'POST',
  path: '/programs/:programId/restore',
  tag: 'Programs',
  summary: 'Restore an archived program',
  description:
    'The previous status comes from verified history, never from the client. Nothing else changes: enrollments, ' +
    'progress, submissions and history are preserved, and a program that was a draft is not published.',
  access: administrators,
  target: program,
  emptyBody: true,
  response: Program,
  status: 200,
  targetType: 'program',
  event: programRestored,
  oneIntention: true,
  replayWith: getProgram,
  refusals: {
    400: 'The request is invalid, the program is not archived, or its previous status can not be verified.',
    403: noAdministrator,
    404: unknown,
    409: 'The Idempotency-Key was used for a different intention, or another request holds the program.',
  },
});
