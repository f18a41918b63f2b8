import type { Response } from 'supertest';
import type { IdentityProvider } from '#contexts/identity/identity-provider/identity-provider.dto.js';
import { challengeOf } from '#contexts/identity/identity-provider/openid/sign-in-state.js';
import { ProviderJob } from '#contexts/identity/identity-provider/provider.job.js';
import type { LyingProvider } from '../support/lying-provider.js';
import { runJob } from '../support/run-job.js';
import type { Person, School } from '../support/school.js';
import type { TestApp } from '../support/test-app.js';
import { dataOf } from './answers.js';
import { knock } from './ways-in.js';

export const AT_PROVIDERS = {
  settings: { DOOR_REQUESTS_PER_MINUTE: 0, WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' },
};

const SECRET = 'a secret that the page keeps';

type Provider = Pick<LyingProvider, 'issuer' | 'signIn'>;

/** The body with which a sign-in is finished. */
export interface Finish {
  code: string;
  state: string;
  secret: string;
  redirectUri: string;
  iss?: string;
}

/** The address by which a member is recognized. */
export const addressOf = ({ accountId }: Pick<Person, 'accountId'>): string => `${accountId}@example.com`;

export const signInNameOf = ({ id }: School): string => `school-${id.slice(-12)}`;

export async function setProvider(school: School, { issuer }: Pick<Provider, 'issuer'>, more: object = {}) {
  const client = { clientId: 'delivery-service', clientSecret: 'a secret of the client' };
  const body = { issuer, ...client, emailDomains: ['example.com'], ...more };
  return school.owner.client.put('/identity-provider', body);
}

/** Gives the school a sign-in name and an active provider. */
export async function connect(school: School, provider: Provider, more: object = {}): Promise<void> {
  await school.owner.client.put('/organization/sign-in-name', { name: signInNameOf(school) });
  await setProvider(school, provider, more);
  await runJob(school, ProviderJob);
}

export async function providerOf(school: School): Promise<IdentityProvider> {
  return dataOf(await school.owner.client.get('/identity-provider'));
}

export function start(app: TestApp, body: object): Promise<Response> {
  return knock(app, 'identity/start', { challenge: challengeOf(SECRET), ...body });
}

/** Starts a sign-in and goes to the provider; what the page then has. */
export async function arrive(app: TestApp, provider: Provider, body: object): Promise<Finish> {
  const { authorizationUrl } = dataOf<{ authorizationUrl: string }>(await start(app, body));
  return { ...(await provider.signIn(authorizationUrl)), secret: SECRET };
}

export function finish(app: TestApp, body: Finish): Promise<Response> {
  return knock(app, 'identity/finish', body);
}

/** A whole sign-in at the provider of the school. */
export async function signInAt(app: TestApp, school: School, provider: Provider, body?: object): Promise<Response> {
  return finish(app, await arrive(app, provider, body ?? { organization: signInNameOf(school) }));
}
