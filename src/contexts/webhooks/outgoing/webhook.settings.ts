import { parseRanges, type AddressRange } from './address-rules.js';
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

  /** For development: endpoints may have any address, also over plain http. */
  @Setting.boolean() WEBHOOK_ALLOW_PRIVATE_ADDRESSES = false;

  /** Address ranges that endpoints may have although they are not public, also over plain http: CIDRs with commas. */
  @Setting.accepted(areRanges, 'WEBHOOK_ALLOWED_RANGES must be CIDR ranges, separated by commas')
  WEBHOOK_ALLOWED_RANGES = '';
}

/** The ranges in which endpoints may be although they are not public. */
export function allowedRanges(settings: WebhookSettings): AddressRange[] {
  return parseRanges(settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES ? '0.0.0.0/0,::/0' : settings.WEBHOOK_ALLOWED_RANGES);
}

function areRanges(text: string): boolean {
  try {
    parseRanges(text);
    return true;
  } catch {
    return false;
  }
}
