/** Why the browser made or used no passkey. */
export type CeremonyFailure = 'aborted' | 'cancelled' | 'exists' | 'other_address' | 'unsupported' | 'failed';

/** The browser, its device or the person in front of it did not make or use a passkey. Nothing was sent. */
export class CeremonyError extends Error {
  override readonly name = 'CeremonyError';

  constructor(
    readonly why: CeremonyFailure,
    override readonly cause: unknown,
  ) {
    super(`No passkey: ${why}.`);
  }
}
