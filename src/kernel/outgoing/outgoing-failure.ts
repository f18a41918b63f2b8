export const TRANSPORT_ERRORS = ['dns_blocked', 'connect_failed', 'tls_failed', 'timeout'] as const;
export type TransportError = (typeof TRANSPORT_ERRORS)[number];

/** Why a request brought no document: there was no answer, or one with another status, a redirect, too much or no JSON. */
export const DOCUMENT_ERRORS = [...TRANSPORT_ERRORS, 'bad_document'] as const;
export type DocumentError = (typeof DOCUMENT_ERRORS)[number];

/** A failed request. It carries nothing of the request or the answer, so that it can be logged. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';

  constructor(readonly reason: DocumentError) {
    super(reason);
  }
}

/** The answer is larger than it may be. */
export class AnswerTooLarge extends OutgoingFailure {
  constructor() {
    super('bad_document');
  }
}
