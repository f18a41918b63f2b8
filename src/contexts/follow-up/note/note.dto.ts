import { NamedResources } from '#contexts/identity/identity.public.js';
import { Instant, Shown, Text, Title, Uuid } from '#kernel/fields';

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

export class RedactNoteRequest {
  @Title({
    min: 1,
    max: 500,
    description: 'Why the text has to go. It is checked, not stored: a reason easily repeats the text',
    example: 'Written about somebody else',
  })
  reason: string;
}

export class Note {
  @Uuid({ description: 'Note identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Shown(CreateNoteRequest, 'body') body: string;
  @Uuid({ description: 'Author account' }) writtenBy: string;
  @Text({ nullable: true, description: 'Display name of the author' }) writtenByName: string | null;
  @Instant({ description: 'Writing time, UTC' }) writtenAt: string;
  @Instant({ nullable: true, description: 'Redaction time, UTC; the body is "[redacted]" since then', example: null })
  redactedAt: string | null;
}

export const NOTES = new NamedResources(Note, { writtenByName: 'writtenBy' });
