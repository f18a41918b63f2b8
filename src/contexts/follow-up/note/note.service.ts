import { Injectable } from '@nestjs/common';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { listPage, type Page, type PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { checkNotes } from '../enrollment-bounds.js';
import { namedPage } from '../named-page.js';
import { toNote, type CreateNoteRequest, type Note } from './note.dto.js';
import { NoteEntity } from './note.entity.js';
import { createNote } from './note.operations.js';

@Injectable()
export class NoteService {
  async create(uow: UnitOfWork, enrollmentId: string, { body }: CreateNoteRequest): Promise<Note> {
    await checkNotes(uow, enrollmentId);
    const written = { writtenBy: uow.caller.accountId, writtenAt: uow.now };
    const note = uow.insert(NoteEntity, { enrollmentId, body, ...written });
    // The body is left out: readers of audit entries and events may have no access to the enrollment.
    const data = { noteId: note.id, enrollmentId };
    uow.record(createNote.event, { targetId: note.id, changes: { enrollmentId }, data });
    return toNote(note, await listMemberNames(uow, [note.writtenBy]));
  }

  async list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<Note>> {
    const page = await listPage(scope, NoteEntity, query, { equal: { enrollmentId } });
    return namedPage(scope, page, (note) => [note.writtenBy], toNote);
  }
}
