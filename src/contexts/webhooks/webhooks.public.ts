// Exports of webhooks for the command line.
export { SubscriptionSecrets, type Resealing, type SecretKeyUse } from './subscription/subscription-secrets.js';
