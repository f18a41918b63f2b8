import { reachableEnrollment, reachableThroughEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { MAX_NOTES, noteLimit } from '../enrollment-bounds.js';
import { followUpTables } from '../follow-up.tables.js';
import { CreateNoteRequest, Note, RedactNoteRequest } from './note.dto.js';

export class NoteCreated {
  @Uuid() noteId: string;
  @Uuid() enrollmentId: string;
}

export class NoteRedacted extends NoteCreated {}

export const alreadyRedacted = refusal('note_redacted', 'The note is already redacted.');

const path = '/enrollments/:enrollmentId/notes';
const notes = resource({
  noun: 'note',
  path: '/notes/:noteId',
  response: Note,
  target: reachableThroughEnrollment('note', followUpTables, 'enrollment_notes'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const createNote = notes.create({
  allowedOnOneself: true,
  path,
  parent: reachableEnrollment,
  description: `The enrollment may have any status, and at most ${MAX_NOTES} notes. Notes cannot be changed, only redacted.`,
  body: CreateNoteRequest,
  event: declareEvent('note.created', 'A note was created on an enrollment.', NoteCreated),
  reasons: [noteLimit],
});

export const listNotes = notes.list({
  path,
  parent: reachableEnrollment,
  summary: 'List the notes of an enrollment',
  description: 'Newest first.',
  query: PageQuery,
  mayLag: true,
});

export const redactNote = notes.command('redact', {
  description:
    'Replaces the text by "[redacted]", for good. The note stays: it still counts as contact. Requires the writer of the note, ' +
    'OWNER or ADMIN.',
  body: RedactNoteRequest,
  event: declareEvent('note.redacted', 'The text of a note was removed.', NoteRedacted),
  reasons: [alreadyRedacted],
  refusals: {
    403:
      `${enrollmentStaff.forbidden} A director or coach redacts their own notes only. Also returned for an enrollment of ` +
      "the caller's own.",
  },
});
