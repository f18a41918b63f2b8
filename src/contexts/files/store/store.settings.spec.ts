import { describe, expect, it } from '@jest/globals';
import { addressOf } from '../scan/scan.settings.js';
import { checkStore, StoreSettings } from './store.settings.js';

const settings = (values: Partial<StoreSettings>) => Object.assign(new StoreSettings(), values);

describe('the settings of the file store', () => {
  it('are refused where they do not fit together, by their names', () => {
    expect(() => checkStore(settings({ FILE_STORE: 's3', S3_BUCKET: 'a' }))).toThrow(
      'FILE_STORE=s3 needs S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
    );
    expect(() => checkStore(settings({ FILE_DELIVERY: 'redirect' }))).toThrow(
      'FILE_DELIVERY=redirect needs FILE_STORE=s3',
    );
    expect(() => checkStore(settings({}))).not.toThrow();
  });

  it.each([
    ['clamd://scanner:3310', { host: 'scanner', port: 3310 }],
    ['clamd://[::1]:3310', { host: '::1', port: 3310 }],
    ['clamd://scanner', undefined],
    ['http://scanner:3310', undefined],
  ])('name a scanner by %s', (value, address) => {
    expect(addressOf(value)).toEqual(address);
  });
});
