import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKeys } from './secret-keys.js';

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A box that none of the configured keys opens. Its message names the row, so that the log says which one it is. */
export class UnreadableSecretError extends Error {
  constructor(reason: string, context: readonly string[]) {
    super(`${reason} (${context.join(', ')})`);
  }
}

/**
 * Encrypts secrets at rest with AES-256-GCM. Layout: key id (4) | nonce (12) | tag (16) | ciphertext. The context, such as
 * organization and row, is authenticated: a ciphertext cannot be moved to another row.
 */
@Injectable()
export class SecretBox {
  constructor(private readonly keys: SecretKeys) {}

  seal(plaintext: string, context: readonly string[]): Buffer {
    const { id, key } = this.keys.currentEncryption;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData(context));
    const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([id, nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Whether the first of the configured keys has encrypted it. */
  isCurrent(box: Buffer): boolean {
    return this.keys.currentEncryption.id.equals(box.subarray(0, KEY_ID_BYTES));
  }

  /** Re-encrypts with the current key; returns the same box if it already uses it. */
  reseal(box: Buffer, context: readonly string[]): Buffer {
    return this.isCurrent(box) ? box : this.seal(this.open(box, context), context);
  }

  /** Throws when the key is not configured, or when box or context do not match. */
  open(box: Buffer, context: readonly string[]): string {
    const key = this.keys.encryptionKey(box.subarray(0, KEY_ID_BYTES));
    if (!key) throw new UnreadableSecretError('the key that encrypted this secret is not configured', context);
    const nonce = box.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = box.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(additionalData(context))
      .setAuthTag(tag);
    const ciphertext = box.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    try {
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    } catch {
      throw new UnreadableSecretError('this secret was changed, or belongs to another row', context);
    }
  }
}

function additionalData(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context));
}
