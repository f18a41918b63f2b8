/** The keys that requests are sent with, and the caller that a request has. */
export { type ApiKeyParts, apiKeyPrefix, hashApiKey, issueApiKey, parseApiKey } from './api-key.js';
export { Authenticator } from './authenticator.js';
export { checkRelyingParty, RelyingParty } from './relying-party.js';
export { readSessionKey, signSessionKey } from './session-key.js';
export { hashSignInKey, issueSignInKey, parseSignInKey } from './sign-in-key.js';
export { SignInSettings } from './sign-in.settings.js';
export { type CountedRequest, UsageCounts } from './usage-counts.js';
