/** Declarations of operations, their handlers, and the runner. */
export {
  BulkItems,
  BulkRequest,
  type BulkResult,
  bulkResultOf,
  declareBulk,
  JudgedItems,
  narrowResults,
  Refusal,
  type RefusalRules,
} from './bulk.js';
export { fingerprintBody, readIdempotencyKey } from '../idempotency/idempotency-key.js';
export { eraseResultOfCreation, eraseResultsOf } from '../idempotency/erased-result.js';
export { callFaults } from './call-faults.js';
export { type OperationCall, type OperationOutcome } from './operation-call.js';
export { OperationRegistry } from './operation-registry.js';
export { isAllowed, OperationRunner } from './operation-runner.js';
export {
  AfterCommit,
  CAPABILITY_URL,
  CapabilityUrl,
  type Committed,
  Operation,
  OPERATION,
  ProtocolRoute,
  PUBLIC,
  PublicRoute,
  SIGNED_URL,
  SignedUrl,
  type SignedUrlLimits,
} from './operation.decorator.js';
export {
  type AnyOperation,
  declareList,
  declareRead,
  declareWrite,
  type InputOf,
  LOCKED,
  mayLag,
  pathParameters,
  refusalsOf,
  type WriteOperation,
} from './operation.js';
export { hasEntityTag, representationOf } from './representation.js';
export { referenceTo } from './reference.js';
export { mintedAddress, type Reader, ShownAddresses } from './shown-addresses.js';
export { resource } from './resource.js';
export {
  BY_ANYBODY,
  BY_PERSON,
  CONCERNS_CALLER,
  decidesOnOneself,
  existing,
  foundBy,
  type TargetPolicy,
} from './target.js';
export {
  AT_DOOR,
  type AtDoor,
  type ReadAtDoor,
  DOOR,
  Door,
  type DoorDeclaration,
  DoorRequest,
} from './door.decorator.js';
