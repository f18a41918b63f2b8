import { refusal } from '#kernel/errors';
import { administrators, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { declareRead, LOCKED, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import {
  ArchiveProgramRequest,
  CreateProgramRequest,
  Program,
  ProgramsQuery,
  RestorationPreview,
  UpdateProgramRequest,
} from './program.dto.js';
import { PROGRAM_STATUSES, type ProgramStatus } from './program.entity.js';
import { anyProgram } from './program.policy.js';
import { lifecycle } from '#kernel/work';

/** The transitions that a client can request. A restoration is not listed: its result is read from the history. */
export const PROGRAM = lifecycle<ProgramStatus>('program', {
  draft: ['active', 'archived'],
  active: ['archived'],
  archived: [],
});

export const notArchived = refusal('program_not_archived', 'The program is not archived.', 400);
export const statusUnverifiable = refusal(
  'previous_status_unverifiable',
  'The previous status of the program cannot be verified.',
  400,
);

class ProgramPublished {
  @Uuid() programId: string;
}

class ProgramCreated extends ProgramPublished {
  @Text({ description: 'Name' }) name: string;
  @OneOf(['draft', 'archived']) status: string;
}

class ProgramUpdated extends withFields(ProgramPublished) {}

class ProgramArchived extends ProgramPublished {
  @OneOf(PROGRAM_STATUSES, { description: 'The status before' }) previousStatus: string;
}

class ProgramRestored extends ProgramPublished {
  @OneOf(['active', 'draft'], { description: 'The restored status' }) status: string;
}

const programs = resource({
  noun: 'program',
  path: '/programs/:programId',
  response: Program,
  target: anyProgram,
  read: anyStaff,
  write: administrators,
});

export const listPrograms = programs.list({ query: ProgramsQuery, description: 'Newest first.', mayLag: true });

export const getProgram = programs.get({ description: 'In any status.' });

export const previewProgramRestoration = declareRead({
  name: 'preview_program_restoration',
  path: '/programs/:programId/restore-preview',
  tag: 'Programs',
  summary: 'Preview the restoration of a program',
  description:
    'Decided as for restore_program, from the verified status history. Also answers for a program that cannot be restored.',
  access: administrators,
  target: anyProgram,
  response: RestorationPreview,
});

export const createProgram = programs.create({
  description:
    'The program is created as a draft. An imported program can be created as archived; it has no status history and ' +
    'cannot be restored.',
  body: CreateProgramRequest,
  event: declareEvent('program.created', 'A program was created or imported.', ProgramCreated),
});

export const updateProgram = programs.patch({
  description:
    'Omitted fields are left unchanged; a null description clears it. Programs of any status can be updated. The status ' +
    'does not change.',
  body: UpdateProgramRequest,
  event: declareEvent('program.updated', "A program's name or description was changed.", ProgramUpdated),
});

export const publishProgram = programs.command('publish', {
  leadsTo: 'active',
  summary: 'Publish a draft program',
  description: 'The program becomes active.',
  event: declareEvent('program.published', 'A draft program became active.', ProgramPublished),
  reasons: PROGRAM.refusalsOfMove('active'),
});

export const archiveProgram = programs.command('archive', {
  leadsTo: 'archived',
  description: 'Cohorts, enrollments, progress, submissions and history are not changed.',
  body: ArchiveProgramRequest,
  event: declareEvent('program.archived', 'A program was archived.', ProgramArchived),
  reasons: PROGRAM.refusalsOfMove('archived'),
});

export const restoreProgram = programs.command('restore', {
  leadsTo: 'active',
  summary: 'Restore an archived program',
  description:
    'The previous status is read from the verified status history, never from the request. Nothing else changes: ' +
    'enrollments, progress, submissions and history are preserved, and a program that was a draft is not published. ' +
    'A replay returns the program as it is now, also after a later archival: restore it again with a new Idempotency-Key. ' +
    "As an agent's tool it needs mcp:manage beside write.",
  emptyBody: true,
  event: declareEvent('program.restored', 'An archived program returned to its previous status.', ProgramRestored),
  keyScope: 'organization',
  replayWith: getProgram,
  refusals: {
    400: 'The Idempotency-Key is missing, or the body is not an empty object.',
    409: `The Idempotency-Key was used for a different target or operation (\`idempotency_key_reused\`). ${LOCKED}`,
  },
  reasons: [notArchived, statusUnverifiable],
});
