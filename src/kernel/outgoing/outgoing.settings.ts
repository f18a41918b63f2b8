import { Setting } from '../settings/setting.decorator.js';
import { parseRanges, type AddressRange } from './address-rules.js';

/** Where requests may go whose URLs customers set: webhook endpoints and identity providers. */
export class OutgoingSettings {
  /** For development: they may have any address, also over plain http. */
  @Setting.boolean() WEBHOOK_ALLOW_PRIVATE_ADDRESSES = false;

  /** Address ranges that they may have although they are not public, also over plain http: CIDRs with commas. */
  @Setting.accepted(areRanges, 'WEBHOOK_ALLOWED_RANGES must be CIDR ranges, separated by commas')
  WEBHOOK_ALLOWED_RANGES = '';
}

/** The ranges that requests may be sent to although they are not public. */
export function allowedRanges(settings: OutgoingSettings): AddressRange[] {
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
