/**
 * It declares events of its own.
 *
 * @isolated
 */

import { describe, expect, it } from '@jest/globals';
import { Uuid } from '../fields/identifiers.js';
import { Text } from '../fields/text.js';
import { Instant } from '../fields/time.js';
import { declareEvent } from './event.js';
import { eventData } from './event-data.js';

class ParcelSent {
  @Uuid() parcelPostId: string;
  @Text() label: string;
  @Instant({ nullable: true }) sentAt: string | null;
}

const sent = declareEvent('parcel_post.sent', 'A parcel was sent.', ParcelSent);

describe('the data of an event', () => {
  const row = { id: '01890000-0000-7000-8000-000000000000', label: 'Books', secret: 'x' };

  it('are the fields of the row that its class names, and the id under the name of the resource', () => {
    expect(eventData(sent, { ...row, sentAt: new Date(0) })).toEqual({
      parcelPostId: row.id,
      label: 'Books',
      sentAt: '1970-01-01T00:00:00.000Z',
    });
    expect(eventData(sent, { ...row, sentAt: null })).toEqual({ parcelPostId: row.id, label: 'Books', sentAt: null });
  });
});
