/** Keys and what they encrypt. */
export { SecretBox, UnreadableSecretError } from './secret-box.js';
export { SecretKeys } from './secret-keys.js';
export { secretKeysOf, SecretSettings } from './secret.settings.js';
export { readSignedAddress, signAddress, type SignedClaim } from './signed-address.js';
export { issueCapability, parseCapability, type Capability } from './capability-token.js';
