import { controllerOf } from '#kernel/operations';
import { createNote, listNotes } from './note.operations.js';
import { NoteService } from './note.service.js';

export class NoteController extends controllerOf(NoteService, { create: createNote, list: listNotes }) {}
