import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Note } from './note.dto.js';
import { createNote, listNotes } from './note.operations.js';
import { NoteService } from './note.service.js';

@Controller()
export class NoteController {
  constructor(private readonly notes: NoteService) {}

  @Operation(createNote)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createNote>): Promise<Note> {
    return this.notes.create(uow, params.enrollmentId, body);
  }

  @Operation(listNotes)
  list(scope: Scope, { params, query }: InputOf<typeof listNotes>): Promise<Page<Note>> {
    return this.notes.list(scope, params.enrollmentId, query);
  }
}
