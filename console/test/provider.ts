import { IdentityProvider } from '../../test/support/identity-provider.js';
import { api, expect, signInUrl, test } from './console.js';

export const CLIENT = { clientId: 'console', clientSecret: 'the secret of the client' };
export const NAME = `harbour-${process.pid}`;

let provider: IdentityProvider;

/** Opens an identity provider for the tests of a file, which knows the console as a client. */
export function withProvider(): void {
  test.beforeAll(async () => {
    const { data: me } = await api.get('/me');
    const redirectUris = [`${signInUrl}/console/signed-in/${me.organization.id}`];
    provider = await IdentityProvider.open({ ...CLIENT, redirectUris });
  });
  test.afterAll(async () => {
    await api.delete('/identity-provider').catch(() => undefined);
    await provider.close();
  });
}

export function issuer(): string {
  return provider.issuer;
}

/** The provider as the service has checked it. */
export async function setUp(): Promise<void> {
  const body = { ...CLIENT, issuer: provider.issuer, emailDomains: ['example.org'] };
  await api.put('/identity-provider', { body });
  await api.put('/organization/sign-in-name', { body: { name: NAME } });
  await expect.poll(async () => (await api.get('/identity-provider')).data.status).toBe('active');
}

/** Whoever comes to the provider signs in there as this member. */
export function appearAs({ email }: { email: string }): void {
  provider.person = { sub: email, email, email_verified: true };
}
