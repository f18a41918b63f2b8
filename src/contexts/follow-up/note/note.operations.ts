import { reachableEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { MAX_NOTES, noteLimit } from '../enrollment-bounds.js';
import { CreateNoteRequest, Note } from './note.dto.js';

export class NoteCreated {
  @Uuid() noteId: string;
  @Uuid() enrollmentId: string;
}

const path = '/enrollments/:enrollmentId/notes';
const notes = resource({
  noun: 'note',
  path,
  response: Note,
  target: reachableEnrollment,
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const createNote = notes.create({
  allowedOnOneself: true,
  path,
  parent: reachableEnrollment,
  description: `The enrollment may have any status, and at most ${MAX_NOTES} notes. Notes cannot be changed.`,
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
