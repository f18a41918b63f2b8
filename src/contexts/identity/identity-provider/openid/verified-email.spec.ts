import { describe, expect, it } from '@jest/globals';
import { verifiedEmail } from './verified-email.js';

const ISSUER = 'https://id.school.example';
const GOOGLE = 'https://accounts.google.com';
const DOMAINS = ['school.example'];

const of = (email: unknown, more: object = { email_verified: true }, issuer = ISSUER) =>
  verifiedEmail({ email, ...more }, issuer, DOMAINS);

describe('the verified address of a person at a provider', () => {
  it('is normalized as the addresses of accounts are', () => {
    expect(of('Ada.Lovelace@School.Example')).toBe('ada.lovelace@school.example');
    expect(of('zoé@school.example')).toBe('zoé@school.example');
  });

  it.each([undefined, false, 'true', 1, null, [true]])('is none where email_verified is %j', (email_verified) => {
    expect(of('ada@school.example', { email_verified })).toBeUndefined();
  });

  it.each([
    undefined,
    null,
    42,
    ['ada@school.example'],
    '',
    'ada',
    'ada@',
    '@school.example',
    'ada@other.example',
    'ada@mail.school.example',
    'ada@school.example.other.example',
    'ada@notschool.example',
    'ada@school.example@other.example',
    'ada@other.example@school.example',
    'ada@school.example\u0000',
    ' ada@school.example',
    'ada@school.example\n',
    '"ada@school.example"@other.example',
  ])('is none for %j', (email) => {
    expect(of(email)).toBeUndefined();
  });

  it.each(['mi\u212ae@school.example', 'Zoé@school.example'])(
    'is none where letters beyond ASCII would be folded: %s',
    (email) => {
      expect(of(email)).toBeUndefined();
    },
  );

  it('is at Google one of an account of the organization alone', () => {
    const verified = { email_verified: true };
    expect(of('ada@school.example', { ...verified, hd: 'school.example' }, GOOGLE)).toBe('ada@school.example');
    for (const hd of [undefined, null, 'other.example', ['school.example'], '']) {
      expect(of('ada@school.example', { ...verified, hd }, GOOGLE)).toBeUndefined();
    }
  });
});
