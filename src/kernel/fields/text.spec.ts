import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validated } from './validation.js';
import { Title } from './text.js';

class Request {
  @Title({ min: 1, max: 200 }) name: string;
}

function issueOf(name: string): string | undefined {
  try {
    validated(Request, { name });
    return undefined;
  } catch (error) {
    return (error as { details: { issue: string }[] }).details[0].issue;
  }
}

const INVISIBLE = [
  ...'\u00AD\u034F\u061C\u115F\u1160\u17B4\u180E\u200B\u200C\u200D\u200E\u200F\u2060\u2064\u2800\u3164\uFE0F\uFEFF\uFFA0',
  ...' \u00A0\u2003\u3000\u{E0001}\u{E0020}\u{E0100}',
];
const CONTROL = [
  ...'\u0001\u0007\u001B\u007F\u0085\n\r\t\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u2028\u2029',
];
const REAL = [
  'محمد عبد الله',
  'نامه‌ای', // with ZWNJ
  'שָׁלוֹם\u200F (1)',
  'क्‍ष', // with ZWJ
  'श्री\u200Cमान्',
  'ශ්‍රී ලංකා',
  'Đặng Thị Ngọc',
  '東京 ゼミ',
  '👩‍👩‍👧‍👦',
  '❤️',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '🇫🇷 1️⃣',
  "O'Brien – “A” & <b>",
  'e\u0301',
];

describe('a name or title', () => {
  it.each(REAL)('may be %s', (name) => {
    expect(issueOf(name)).toBeUndefined();
  });

  it('of any real words and emoji is accepted, whatever joins them', () => {
    const joiner = fc.constantFrom('', ' ', '\u200D', '\u200C', '\u200E', '\u200F', '\u00A0', '\uFE0F');
    const parts = fc.array(fc.tuple(fc.constantFrom(...REAL), joiner), { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(parts, (all) => issueOf(all.flat().join('')) === undefined));
  });

  it('of invisible characters only is refused', () => {
    const invisible = fc.array(fc.constantFrom(...INVISIBLE), { minLength: 1, maxLength: 50 });
    fc.assert(fc.property(invisible, (all) => issueOf(all.join('')) !== undefined));
    expect(issueOf('\u200B\u200D\u3164')).toBe('must contain a visible character');
  });

  it('with a control character or bidirectional override between other characters is refused', () => {
    const real = fc.constantFrom(...REAL);
    fc.assert(
      fc.property(real, fc.constantFrom(...CONTROL), real, (before, control, after) =>
        /control characters/.test(issueOf(`${before}${control}${after}`) ?? ''),
      ),
    );
  });
});
