/** API keys and session keys, and the caller that a request has. */
export { type ApiKeyParts, apiKeyPrefix, hashApiKey, issueApiKey, parseApiKey } from './api-key.js';
export { Authenticator } from './authenticator.js';
export { readSessionKey, signSessionKey } from './session-key.js';
export { type CountedRequest, UsageCounts } from './usage-counts.js';
