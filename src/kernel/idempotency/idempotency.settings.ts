import { Setting } from '../settings/setting.decorator.js';

export class IdempotencySettings {
  /** 0 keeps Idempotency-Keys forever. */
  @Setting.integer({ min: 0, max: 36_500 }) IDEMPOTENCY_RETENTION_DAYS = 0;
}
