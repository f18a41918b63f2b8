import { NamedResources } from '#contexts/identity/identity.public.js';
import { Instant, Shown, Text, Uuid } from '#kernel/fields';

export class CreateNoteRequest {
  @Text({
    min: 1,
    max: 10_000,
    trim: true,
    description: 'Text of the note',
    example: 'Wants to change the project topic.',
  })
  body: string;
}

export class Note {
  @Uuid({ description: 'Note identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Shown(CreateNoteRequest, 'body') body: string;
  @Uuid({ description: 'Author account' }) writtenBy: string;
  @Text({ nullable: true, description: 'Display name of the author' }) writtenByName: string | null;
  @Instant({ description: 'Writing time, UTC' }) writtenAt: string;
}

export const NOTES = new NamedResources(Note, { writtenByName: 'writtenBy' });
