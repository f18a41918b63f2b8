// What the command line may import from webhooks.
export { SubscriptionSecrets, type Resealing, type SecretKeyUse } from './subscription/subscription-secrets.js';
