import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { validated } from './validation.js';
import { MimeType, mimeTypeRangeIssue } from './mime-type.js';

class Request {
  @MimeType() mimeType: string;
}

const isMimeType = (mimeType: unknown): boolean => {
  try {
    return typeof validated(Request, { mimeType }).mimeType === 'string';
  } catch {
    return false;
  }
};
const isRange = (value: unknown): boolean => mimeTypeRangeIssue(value) === undefined;

describe('a MIME type', () => {
  it.each([
    'application/pdf',
    'IMAGE/PNG',
    'application/vnd.ms-excel',
    'image/svg+xml',
    '7z/a!#$&-^_.+',
    `${'a'.repeat(127)}/${'b'.repeat(127)}`,
  ])('is type/subtype, for a field and for a format alike: %s', (type) => {
    expect([isMimeType(type), isRange(type)]).toEqual([true, true]);
  });

  it.each([
    ...['', 'pdf', '*/*', '*/pdf', 'image/', '/png', 'image/png; q=1', ' image/png', 'image/png\n', 'a/b/c', 7],
    ...["text/o'clock", 'text/50%', 'text/a*', 'text/.a', `${'a'.repeat(128)}/b`],
  ])('is none of %j, for a field and for a format alike', (value) => {
    expect([isMimeType(value), isRange(value)]).toEqual([false, false]);
  });

  it('may be type/* only where a format is meant', () => {
    expect([isMimeType('image/*'), isRange('image/*')]).toEqual([false, true]);
  });

  it('is read in lower case', () => {
    expect(validated(Request, { mimeType: 'Video/MP4' }).mimeType).toBe('video/mp4');
  });
});
