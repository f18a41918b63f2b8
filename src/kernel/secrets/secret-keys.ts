import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

interface EncryptionKey {
  /** The prefix of every ciphertext; it reveals nothing about the key. */
  id: Buffer;
  key: Buffer;
}

/**
 * Keys derived from the configured secrets, one per purpose. The first secret is the current one; the others only verify
 * and decrypt, for rotation. HMAC keys are KeyObjects: converting a Buffer for every HMAC is slow on Node 24.
 */
export class SecretKeys {
  readonly apiKeyPeppers: readonly KeyObject[];
  readonly fingerprintKeys: readonly KeyObject[];
  readonly sessionKeys: readonly KeyObject[];
  readonly challengeKeys: readonly KeyObject[];
  readonly uploadKeys: readonly KeyObject[];
  readonly contentKeys: readonly KeyObject[];
  readonly intakeKeys: readonly KeyObject[];
  readonly salesLinkKeys: readonly KeyObject[];
  readonly eventKeys: readonly KeyObject[];
  readonly calendarStateKeys: readonly KeyObject[];
  private readonly encryptionKeys: readonly EncryptionKey[];

  constructor(secrets: readonly Buffer[]) {
    if (secrets.length === 0) throw new Error('at least one secret key is required');
    const hmacKeys = (purpose: string): KeyObject[] =>
      secrets.map((secret) => createSecretKey(derive(secret, purpose, 32)));
    this.apiKeyPeppers = hmacKeys('api-key-pepper');
    this.fingerprintKeys = hmacKeys('idempotency-fingerprint');
    this.sessionKeys = hmacKeys('session-key');
    this.challengeKeys = hmacKeys('sign-in-challenge');
    this.uploadKeys = hmacKeys('upload-address');
    this.contentKeys = hmacKeys('content-address');
    this.intakeKeys = hmacKeys('intake-address');
    this.salesLinkKeys = hmacKeys('sales-link-address');
    this.eventKeys = hmacKeys('payment-events-address');
    this.calendarStateKeys = hmacKeys('calendar-authorization');
    this.encryptionKeys = secrets.map((secret) => ({
      id: derive(secret, 'encryption-id', 4),
      key: derive(secret, 'encryption', 32),
    }));
  }

  get currentEncryption(): EncryptionKey {
    return this.encryptionKeys[0];
  }

  /** The ids of the encryption keys as hexadecimal digits, in the order of SECRET_KEYS. */
  get encryptionKeyIds(): string[] {
    return this.encryptionKeys.map(({ id }) => id.toString('hex'));
  }

  encryptionKey(id: Buffer): Buffer | undefined {
    return this.encryptionKeys.find((one) => one.id.equals(id))?.key;
  }
}

function derive(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `delivery-service/${purpose}`, bytes));
}
