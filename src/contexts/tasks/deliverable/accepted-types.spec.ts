import { describe, expect, it } from '@jest/globals';
import { acceptsMimeType, normalizeMimeTypes } from './accepted-types.js';

describe('a MIME type', () => {
  it('is kept in lower case, each once, in the order given', () => {
    expect(normalizeMimeTypes(['Image/PNG', 'application/pdf', 'image/png'])).toEqual(['image/png', 'application/pdf']);
  });
});

describe('what a format accepts', () => {
  it('is any type where none is listed', () => {
    expect(acceptsMimeType([], 'text/plain')).toBe(true);
  });

  it('is a listed type in any case, whatever its parameters', () => {
    expect(acceptsMimeType(['text/plain'], 'Text/Plain; charset=utf-8')).toBe(true);
    expect(acceptsMimeType(['text/plain'], 'text/plainer')).toBe(false);
  });

  it('is every subtype of type/*, and of no type that only begins alike', () => {
    expect(acceptsMimeType(['image/*'], 'image/webp')).toBe(true);
    expect(acceptsMimeType(['image/*'], 'imagery/webp')).toBe(false);
  });
});
