import { invalidRequest } from '../errors/service-error.js';

/** What is sent of an event, in bytes, is less than this. */
export const MAX_PAYLOAD_BYTES = 20_000;

/** More than what surrounds the data: two ids, an instant, and the names of the fields. */
const ENVELOPE_BYTES = 200;

/** Refuses a write whose event would be too large for those who follow it; the write is rolled back. */
export function checkEventSize(name: string, data: object): void {
  const bytes = ENVELOPE_BYTES + Buffer.byteLength(name) + Buffer.byteLength(JSON.stringify(data));
  if (bytes < MAX_PAYLOAD_BYTES) return;
  throw invalidRequest(`The change is too large: its event ${name} would have ${MAX_PAYLOAD_BYTES} bytes or more.`);
}
