import { describe, expect, it } from '@jest/globals';
import { Authenticator } from '../support/authenticator.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import { invitationOptions, join, MANY_AT_DOORS, signedIn, signInWith, tokenFor } from './ways-in.js';

const { app, school } = useSchool(MANY_AT_DOORS);

describe('an invitation', () => {
  it('lets its member in with a new passkey, which then signs in by itself', async () => {
    const { memberId, name } = await school.person();
    const token = await tokenFor(school.owner.client, memberId);
    const options = await invitationOptions(app, token);
    expect(options).toMatchObject({
      organization: { id: school.id, name: 'Lighthouse Academy' },
      member: { id: memberId, name },
      methods: ['passkey'],
      passkey: { rp: { id: 'localhost' }, user: { name: `${name} · Lighthouse Academy` }, excludeCredentials: [] },
    });
    const device = new Authenticator();
    const joined = signedIn(app, await join(app, token, device));
    expect(joined).toMatchObject({ member: { id: memberId, name, role: 'MEMBER' }, otherPasskeys: 0 });
    expect(dataOf<object>(await joined.client.get('/me'))).toMatchObject({ signIn: { method: 'invitation' } });
    const again = signedIn(app, await signInWith(app, device));
    expect(dataOf<object>(await again.client.get('/me'))).toMatchObject({
      member: { id: memberId },
      signIn: { method: 'passkey', recent: true },
    });
    expect(dataOf<object>(await again.client.get('/me/passkeys'))).toMatchObject({
      items: [{ label: 'Passkey', domain: 'localhost', backedUp: true, status: 'active' }],
    });
  });
});
