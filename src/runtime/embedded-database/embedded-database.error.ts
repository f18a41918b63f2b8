export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';

  constructor(message: string, cause?: unknown) {
    super(message.replace(/\s+/g, ' ').trim(), cause === undefined ? undefined : { cause });
  }
}
