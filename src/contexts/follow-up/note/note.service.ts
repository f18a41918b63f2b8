import { Injectable } from '@nestjs/common';
import { isAdministrator } from '#kernel/access';
import { forbidden } from '#kernel/errors';
import type { Page, PageQuery } from '#kernel/lists';
import { eraseResultOfCreation } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { checkNotes } from '../enrollment-bounds.js';
import { NOTES, type CreateNoteRequest, type Note } from './note.dto.js';
import { NoteEntity } from './note.entity.js';
import { alreadyRedacted, createNote, redactNote } from './note.operations.js';
import { followUpTables } from '../follow-up.tables.js';

const listNotes = followUpTables.list('list_notes', { rows: NoteEntity, of: ['enrollmentId'] });

@Injectable()
export class NoteService {
  async create(uow: UnitOfWork, enrollmentId: string, { body }: CreateNoteRequest): Promise<Note> {
    await checkNotes(uow, enrollmentId);
    const written = { writtenBy: uow.caller.accountId, writtenAt: uow.now };
    const note = uow.insert(NoteEntity, { enrollmentId, body, ...written });
    // The body is left out: readers of audit entries and events may have no access to the enrollment.
    uow.record(createNote.event, note, { enrollmentId });
    return NOTES.one(uow, note);
  }

  async redact(uow: UnitOfWork, id: string): Promise<Note> {
    const note = await uow.getForUpdate(NoteEntity, id);
    const mayRedact = isAdministrator(uow.caller) || note.writtenBy === uow.caller.accountId;
    if (!mayRedact) throw forbidden('Requires the writer of the note, OWNER or ADMIN.');
    if (note.redactedAt !== null) throw alreadyRedacted.error();
    const redacted = uow.change(NoteEntity, note, { body: '[redacted]', redactedAt: uow.now });
    uow.record(redactNote.event, redacted);
    // A replay would show the text.
    await eraseResultOfCreation(uow, createNote, id);
    return NOTES.one(uow, redacted);
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<Note>> {
    return scope.list(listNotes, { ...query, enrollmentId }, (notes) => NOTES.all(scope, notes));
  }
}
