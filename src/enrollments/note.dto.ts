import type { MemberNames } from '../identity/identity.public.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import { nameOf } from './named-page.js';
import type { NoteEntity } from './note.entity.js';

export class CreateNoteRequest {
  @Text({ min: 1, max: 10_000, trim: true, description: 'The note', example: 'Wants to change the project topic.' })
  body: string;
}

export class Note {
  @Uuid({ description: 'Note identifier' })
  id: string;

  @Uuid({ description: 'Owning enrollment' })
  enrollmentId: string;

  @Text({ description: 'The note' })
  body: string;

  @Uuid({ description: 'Writing account' })
  writtenBy: string;

  @Text({ nullable: true, description: 'Display name of the writer' })
  writtenByName: string | null;

  @Instant({ description: 'Writing time, UTC' })
  writtenAt: string;
}

export function toNote(row: NewRow<NoteEntity>, names: MemberNames): Note {
  return {
    id: row.id,
    enrollmentId: row.enrollmentId,
    body: row.body,
    writtenBy: row.writtenBy,
    writtenByName: nameOf(row.writtenBy, names),
    writtenAt: row.writtenAt.toISOString(),
  };
}
