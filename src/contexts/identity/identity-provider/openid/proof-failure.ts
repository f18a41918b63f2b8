import { ClientError, ResponseBodyError } from 'openid-client';
import { OutgoingFailure } from '#kernel/outgoing';

/** Errors of the token endpoint that RFC 6749 names; a provider may send any other text. */
const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Why a provider proved nobody. It carries no token, code or answer, so that it can be logged. */
export class ProofFailure extends Error {
  override readonly name = 'ProofFailure';

  constructor(readonly reason: string) {
    super(reason);
  }

  static of(error: unknown): ProofFailure {
    return new ProofFailure(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProofFailure || error instanceof OutgoingFailure) return error.reason;
  if (error instanceof ResponseBodyError) return TOKEN_ERRORS.includes(error.error) ? error.error : 'refused';
  const { cause } = error as { cause?: unknown };
  if (cause instanceof OutgoingFailure) return cause.reason;
  return error instanceof ClientError && error.code !== undefined ? error.code : 'not_conform';
}
