export { DeliveryClient, type ClientOptions } from './client.js';
export {
  ApiError,
  ConnectionError,
  type ApiErrorFields,
  type ErrorCode,
  type ErrorDetail,
  type RefusalReason,
} from './errors.js';
export type * from './operations.js';
export type { RetryOptions } from './retry.js';
export { upload, UploadRejectedError, type UploadOptions } from './upload.js';
export {
  answerChallenge,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookChallenge,
  type WebhookEvent,
  type WebhookEventName,
  type WebhookHeaders,
  type WebhookRefusal,
  type WebhookTestMessage,
} from './webhooks.js';

import type { components } from './schema.js';

/** The resources and requests of the API by name, such as `Schemas['Cohort']`. */
export type Schemas = components['schemas'];
