import { hkdfSync } from 'node:crypto';

/** Keys derived from one configured secret, each for its own purpose. */
interface DerivedKeys {
  apiKeyPepper: Buffer;
  fingerprint: Buffer;
  encryption: Buffer;
  /** Names the key in what it encrypted; reveals nothing of it. */
  encryptionId: Buffer;
}

/**
 * The service's secret keys. The first configured secret is the current one; the others are only read with, so that
 * a secret can be replaced without losing what was made with it.
 */
export class SecretKeys {
  private readonly derived: readonly DerivedKeys[];

  constructor(secrets: readonly Buffer[]) {
    if (secrets.length === 0) throw new Error('at least one secret key is needed');
    this.derived = secrets.map((secret) => ({
      apiKeyPepper: derive(secret, 'api-key-pepper', 32),
      fingerprint: derive(secret, 'idempotency-fingerprint', 32),
      encryption: derive(secret, 'encryption', 32),
      encryptionId: derive(secret, 'encryption-id', 4),
    }));
  }

  get apiKeyPeppers(): readonly Buffer[] {
    return this.derived.map((keys) => keys.apiKeyPepper);
  }

  get fingerprintKeys(): readonly Buffer[] {
    return this.derived.map((keys) => keys.fingerprint);
  }

  get currentEncryption(): { id: Buffer; key: Buffer } {
    return { id: this.derived[0].encryptionId, key: this.derived[0].encryption };
  }

  encryptionKey(id: Buffer): Buffer | undefined {
    return this.derived.find((keys) => keys.encryptionId.equals(id))?.encryption;
  }
}

function derive(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `delivery-service/${purpose}`, bytes));
}
