import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import { UnitOfWork } from '#kernel/work/unit-of-work.js';
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
