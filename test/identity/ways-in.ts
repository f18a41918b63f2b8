import request, { type Response } from 'supertest';
import type { SignedIn } from '#contexts/identity/proof/signed-in.dto.js';
import type { InvitationOptions } from '#contexts/identity/joining/joining.dto.js';
import type { CreatedInvitation } from '#contexts/identity/invitation/invitation.dto.js';
import type { PasskeyRequestOptions } from '#contexts/identity/passkey/webauthn/options.dto.js';
import type { AssertionLies, Authenticator, RegistrationLies } from '../support/authenticator.js';
import { Client } from '../support/client.js';
import type { TestApp } from '../support/test-app.js';
import { dataOf } from './answers.js';

/** Tests knock often, all from one address. */
export const MANY_AT_DOORS = { settings: { DOOR_REQUESTS_PER_MINUTE: 0 } };

/** Sends to a door, as a page of the console does. */
export function knock(app: TestApp, door: string, body: object): Promise<Response> {
  return request(app.url).post(`/sign-in/${door}`).set('X-Correlation-Id', 'knock').send(body);
}

/** The token of an invitation that a member of the client's role makes. */
export async function tokenFor(by: Client, memberId: string, body: object = {}): Promise<string> {
  const { url } = dataOf<CreatedInvitation>(await by.post(`/members/${memberId}/invitations`, body));
  return tokenIn(url);
}

export function tokenIn(url: string | null): string {
  return (url ?? '').replace(/^.*#/, '');
}

export async function invitationOptions(app: TestApp, token: string): Promise<InvitationOptions> {
  return dataOf(await knock(app, 'invitations/options', { token }));
}

interface Joining {
  lies?: RegistrationLies;
  label?: string;
}

/** Uses an invitation with a new passkey. */
export async function join(app: TestApp, token: string, device: Authenticator, { lies, label }: Joining = {}) {
  const { passkey } = await invitationOptions(app, token);
  if (!passkey) throw new Error('a passkey is no way in');
  return knock(app, 'invitations', { token, passkey: device.create(passkey, lies), label });
}

/** Signs in with the newest passkey of the device. */
export async function signInWith(
  app: TestApp,
  device: Authenticator,
  lies: AssertionLies = {},
  choose?: Parameters<Authenticator['get']>[2],
): Promise<Response> {
  const { options } = dataOf<{ options: PasskeyRequestOptions }>(await knock(app, 'passkeys/options', {}));
  return knock(app, 'passkeys', { assertion: device.get(options, lies, choose) });
}

/** What a successful door answers, with a client that uses the key. */
export function signedIn(app: TestApp, response: Response): SignedIn & { client: Client } {
  if (response.status !== 201) throw new Error(`the door answered ${response.status} ${response.text}`);
  const data = dataOf<SignedIn>(response);
  return { ...data, client: new Client(app, data.key) };
}

export const FAILED =
  '{"success":false,"code":"unauthorized","message":"The sign-in failed.","details":[],"correlationId":"knock"}';
