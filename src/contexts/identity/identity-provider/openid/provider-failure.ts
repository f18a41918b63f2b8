import { DOCUMENT_ERRORS } from '#kernel/outgoing';

/** Why the documents of an identity provider cannot be used. */
export const PROVIDER_ERRORS = [...DOCUMENT_ERRORS, 'other_issuer', 'no_code_flow'] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];

export class ProviderFailure extends Error {
  constructor(readonly reason: ProviderError) {
    super(reason);
  }
}
