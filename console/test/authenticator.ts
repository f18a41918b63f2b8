import type { CDPSession, Page } from '@playwright/test';

/** A device that makes and uses passkeys in a page, as Chromium simulates it. */
export interface Authenticator {
  /** Whether the person unlocks it. */
  setVerified: (isUserVerified: boolean) => Promise<void>;
  /** How many passkeys it has. */
  count: () => Promise<number>;
  /** Takes the device away; it can be put into another page. */
  takeAway: () => Promise<Device>;
}

type Credentials = Awaited<ReturnType<typeof credentialsOf>>;

/** A device that is in no page: what it keeps. */
export interface Device {
  transport: Transport;
  credentials: Credentials;
}

type Transport = 'internal' | 'usb';

function credentialsOf(cdp: CDPSession, authenticatorId: string) {
  return cdp.send('WebAuthn.getCredentials', { authenticatorId }).then(({ credentials }) => credentials);
}

/** Puts a device into a page, a new one or one that was taken away from another page. */
export async function plugIn(
  page: Page,
  { transport, credentials }: Device = { transport: 'internal', credentials: [] },
): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    count: async () => (await credentialsOf(cdp, authenticatorId)).length,
    takeAway: async () => {
      const kept = await credentialsOf(cdp, authenticatorId);
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      return { transport, credentials: kept };
    },
  };
}
