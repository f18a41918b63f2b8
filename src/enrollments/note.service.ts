import { Injectable } from '@nestjs/common';
import { listMemberNames } from '../identity/identity.public.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { namedPage } from './named-page.js';
import { toNote, type CreateNoteRequest, type Note } from './note.dto.js';
import { noteCreated } from './note.operations.js';
import { NoteRepository } from './note.repository.js';

@Injectable()
export class NoteService {
  constructor(private readonly notes: NoteRepository) {}

  async create(uow: UnitOfWork, enrollmentId: string, { body }: CreateNoteRequest): Promise<Note> {
    const note = { id: uow.newId(), enrollmentId, body, writtenBy: uow.caller.accountId, writtenAt: uow.now };
    this.notes.add(uow, note);
    // What was written stays in the note: the trail is read by people who need not know it.
    uow.record(noteCreated, {
      targetId: note.id,
      changes: { enrollmentId },
      data: { noteId: note.id, enrollmentId },
    });
    return toNote(note, await listMemberNames(uow, [note.writtenBy]));
  }

  async list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<Note>> {
    const page = await this.notes.list(scope, enrollmentId, query);
    return namedPage(scope, page, (note) => [note.writtenBy], toNote);
  }
}
