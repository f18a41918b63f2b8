import { describe, expect, it } from '@jest/globals';
import { authorizedPerson } from './authorized-person.js';

const startedAt = Date.parse('2026-11-25T10:00:00.000Z');
const now = new Date(startedAt + 120_000);
const seconds = (ms: number): number => ms / 1_000;
const claims = { sub: 'ada', iat: seconds(now.getTime()) };
const of = (more: object) => authorizedPerson({ ...claims, ...more }, { startedAt }, now);

describe('the person of a valid ID token', () => {
  it.each([-60_000, 0, 180_000])('is accepted with a token issued %i ms after the sign-in began', (ms) => {
    expect(of({ iat: seconds(startedAt + ms) }).subject).toBe('ada');
  });

  it.each([-61_000, 181_000])('is refused with a token issued %i ms after the sign-in began', (ms) => {
    expect(() => of({ iat: seconds(startedAt + ms) })).toThrow('issued_at_other_time');
  });

  it.each([NaN, Infinity, -Infinity])('is refused with a token issued at %d', (iat) => {
    expect(() => of({ iat })).toThrow('issued_at_other_time');
  });

  it.each(['', 'a\u0000b', 'zoé', 'x'.repeat(256)])('is refused with the subject %j', (sub) => {
    expect(() => of({ sub })).toThrow('subject_not_storable');
  });

  it('proved who they are when the provider says, and never later than now', () => {
    const provedAt = (auth_time: unknown) => of({ auth_time }).provedAt;
    expect(provedAt(seconds(startedAt))).toEqual(new Date(startedAt));
    expect(provedAt(seconds(now.getTime() + 3_600_000))).toEqual(now);
    for (const other of [undefined, null, String(seconds(startedAt)), NaN, -1]) expect(provedAt(other)).toBeNull();
  });

  it('has the claims of an address as they are', () => {
    const address = { email: 'ada@school.example', email_verified: 'true', hd: 'school.example' };
    expect(of({ ...address, name: 'Ada' }).email).toEqual(address);
  });

  it('is nobody without a token', () => {
    expect(() => authorizedPerson(undefined, { startedAt }, now)).toThrow('no_id_token');
  });
});
