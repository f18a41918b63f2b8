import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

interface EncryptionKey {
  /** Names the key in what it encrypted; reveals nothing of it. */
  id: Buffer;
  key: Buffer;
}

/**
 * The service's secret keys, derived from the configured secrets, each for its own purpose. The first secret is the
 * current one; the others are only read with, so that a secret can be replaced without losing what was made with it.
 * Those for HMACs are key objects: Node 24 takes four times as long to make a Buffer one for each.
 */
export class SecretKeys {
  /** What stored hashes of API keys are made with. */
  readonly apiKeyPeppers: readonly KeyObject[];
  /** What fingerprints of bodies are made with. */
  readonly fingerprintKeys: readonly KeyObject[];
  private readonly encryptionKeys: readonly EncryptionKey[];

  constructor(secrets: readonly Buffer[]) {
    if (secrets.length === 0) throw new Error('at least one secret key is needed');
    const hmacKeys = (purpose: string): KeyObject[] =>
      secrets.map((secret) => createSecretKey(derive(secret, purpose, 32)));
    this.apiKeyPeppers = hmacKeys('api-key-pepper');
    this.fingerprintKeys = hmacKeys('idempotency-fingerprint');
    this.encryptionKeys = secrets.map((secret) => ({
      id: derive(secret, 'encryption-id', 4),
      key: derive(secret, 'encryption', 32),
    }));
  }

  get currentEncryption(): EncryptionKey {
    return this.encryptionKeys[0];
  }

  encryptionKey(id: Buffer): Buffer | undefined {
    return this.encryptionKeys.find((one) => one.id.equals(id))?.key;
  }
}

function derive(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `delivery-service/${purpose}`, bytes));
}
