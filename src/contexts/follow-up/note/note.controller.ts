import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createNote, listNotes, redactNote } from './note.operations.js';
import { NoteService } from './note.service.js';

@Controller()
export class NoteController {
  constructor(private readonly notes: NoteService) {}

  @Operation(createNote)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createNote>) {
    return this.notes.create(uow, params.enrollmentId, body);
  }

  @Operation(listNotes)
  list(scope: Scope, { params, query }: InputOf<typeof listNotes>) {
    return this.notes.list(scope, params.enrollmentId, query);
  }

  @Operation(redactNote)
  redact(uow: UnitOfWork, { params }: InputOf<typeof redactNote>) {
    return this.notes.redact(uow, params.noteId);
  }
}
