import type { Page } from '@playwright/test';
import type { Schemas } from '@delivery-service/client';
import { plugIn, type Authenticator, type Device } from './authenticator.js';
import { api, expect, signInUrl } from './console.js';
import { newMember, unique } from './school.js';

export const KEPT = 'delivery-console.api-key';

export function keptKey(page: Page): Promise<string | null> {
  return page.evaluate((name) => sessionStorage.getItem(name), KEPT);
}

/** The link that invites a member. */
export async function invite(memberId: string): Promise<string> {
  const { data } = await api.post('/members/{memberId}/invitations', { path: { memberId }, body: {} });
  return String(data.url);
}

export interface Joined {
  member: Schemas['Member'];
  device: Authenticator;
}

/** Somebody new who has joined by a link in this page, with a passkey of a device there. */
export async function join(page: Page, role: Schemas['Member']['role'] = 'ADMIN'): Promise<Joined> {
  const member = await newMember(unique('Joiner'), role);
  const device = await plugIn(page);
  await withoutOffers(page);
  await joinBy(page, await invite(member.id));
  return { member, device };
}

/** Joins by a link, with a passkey of the device that is in the page. */
export async function joinBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  // On a phone signing out is in the menu; whoever has no screen has no search.
  await expect(
    page
      .getByRole('banner')
      .getByRole('button', { name: /^(Sign out|Search)$/ })
      .first(),
  ).toBeVisible();
}

/** Signs in by the button, with a passkey of the device that is in the page, or of the one that is put there. */
export async function signIn(page: Page, path = '/', device?: Device): Promise<void> {
  await withoutOffers(page);
  if (device) await plugIn(page, device);
  await page.goto(`${signInUrl}/console${path}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' }).first()).toBeVisible();
}

/** A simulated device takes what a page offers at once, where a person would choose it. */
export async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

export async function signOut(page: Page): Promise<void> {
  await withoutOffers(page);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
}

export async function signInsOf(memberId: string): Promise<Schemas['SignIn'][]> {
  return (await api.get('/sign-ins', { query: { memberId } })).data.items;
}
