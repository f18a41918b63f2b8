/** A device whose browser does not say what it is. */
export const device = { unnamed: 'This device' };

/** Why the browser made or used no passkey. */
export const ceremony = {
  aborted: 'The browser has ended this. Try again.',
  cancelled: 'No passkey was used: it was cancelled, took too long, or there is none here.',
  exists: 'This device already has a passkey of yours.',
  other_address: 'Passkeys do not work at this address. Open the console at the address of the service.',
  unsupported: 'This device cannot keep such a passkey. Use one with a screen lock, or a security key with a PIN.',
  failed: 'The device could not do this. Try again, or use another one.',
};
