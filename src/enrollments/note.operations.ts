import { enrollmentStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { pageOf, PageQuery } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { reachableEnrollment } from './enrollment.policy.js';
import { CreateNoteRequest, Note } from './note.dto.js';

const unknown = "The enrollment is unknown, of another organization, or outside of the caller's scope.";
const notStaff = 'The caller has no role on enrollments.';

export class NoteCreated {
  @Uuid()
  noteId: string;

  @Uuid()
  enrollmentId: string;
}

export const noteCreated = declareEvent({
  name: 'note.created',
  summary: 'A note was written on an enrollment.',
  data: NoteCreated,
});

export const createNote = declareWrite({
  name: 'create_note',
  method: 'POST',
  path: '/enrollments/:enrollmentId/notes',
  tag: 'Notes',
  summary: 'Write a note',
  description: 'Enrollments of every status take notes. A note is not changed afterwards.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  body: CreateNoteRequest,
  response: Note,
  status: 201,
  targetType: 'note',
  event: noteCreated,
  refusals: { 403: notStaff, 404: unknown },
});

export const listNotes = declareRead({
  name: 'list_notes',
  path: '/enrollments/:enrollmentId/notes',
  tag: 'Notes',
  summary: 'List the notes of an enrollment',
  description: 'Newest first.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  query: PageQuery,
  response: pageOf(Note),
  refusals: { 400: 'limit or cursor is invalid.', 403: notStaff, 404: unknown },
});
