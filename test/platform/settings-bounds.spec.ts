import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { readSettings, SettingsError } from '../../src/platform/config/settings.js';

describe('a setting that is a span of time', () => {
  it.each([
    ['REVIEW_DUE_HOURS', 876_000],
    ['IDEMPOTENCY_RETENTION_DAYS', 36_500],
  ] as const)('%s is refused at start where it would leave the calendar', (name, most) => {
    expect(readSettings({ [name]: String(most) })[name]).toBe(most);
    for (const beyond of [String(most + 1), '1e300', '-1', '1.5', 'NaN']) {
      expect(() => readSettings({ [name]: beyond })).toThrow(SettingsError);
      expect(() => readSettings({ [name]: beyond })).toThrow(name);
    }
  });
});
