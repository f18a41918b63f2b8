import { Setting } from '#kernel/settings';

export class WebhookSettings {
  /** Timeout of a delivery request; shorter than the lease of a delivery. */
  @Setting.integer({ min: 100, max: 20_000 }) WEBHOOK_TIMEOUT_MS = 15_000;

  /** Finished deliveries are deleted after this many days, with their attempts; 0 keeps them. */
  @Setting.integer({ min: 0, max: 3_650 }) WEBHOOK_DELIVERY_RETENTION_DAYS = 30;

  /** Concurrent delivery requests of a process. One organization gets at most half of them. */
  @Setting.integer({ min: 2, max: 10_000 }) WEBHOOK_CONCURRENT_DELIVERIES = 512;

  /** Concurrent verifications of a process. One organization gets at most half of them. */
  @Setting.integer({ min: 2, max: 1_000 }) WEBHOOK_CONCURRENT_VERIFICATIONS = 32;
}
