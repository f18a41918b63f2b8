/** Requests to URLs that customers set: only to allowed addresses, and within bounds. */
export { AddressResolver, type ResolvedAddress } from './address-resolver.js';
export { type AddressRange, isPublicAddress, mayConnect, parseRanges } from './address-rules.js';
export { exchange, type OutgoingAnswer } from './exchange.js';
export { GuardedFetch } from './guarded-fetch.js';
export { BlockedAddress, guardedLookup } from './guarded-lookup.js';
export {
  AnswerTooLarge,
  DOCUMENT_ERRORS,
  type DocumentError,
  OutgoingFailure,
  TRANSPORT_ERRORS,
  type TransportError,
} from './outgoing-failure.js';
export { allowedRanges, OutgoingSettings } from './outgoing.settings.js';
export { literalAddress, outgoingUrlIssue } from './outgoing-url.js';
