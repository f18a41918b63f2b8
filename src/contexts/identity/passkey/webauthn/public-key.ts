import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';

export const ES256 = -7;
export const EDDSA = -8;
export const RS256 = -257;

/** COSE algorithms, the preferred one first. */
export const ALGORITHMS = [ES256, EDDSA, RS256] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The labels of a COSE key. */
const KTY = 1;
const ALG = 3;
const FIRST = -1;
const SECOND = -2;
const THIRD = -3;

const MIN_MODULUS_BITS = 2048;
const MAX_MODULUS_BITS = 4096;
const EXPONENT = 'AQAB';

type CoseKey = ReadonlyMap<number, unknown>;

/**
 * The algorithm of a COSE public key; null for a key that is refused: of another algorithm, type or curve, with other
 * parameters, an RSA key that is too short, or a point that is not on the curve.
 */
export function algorithmOf(publicKey: Uint8Array): Algorithm | null {
  const key = decodeCredentialPublicKey(new Uint8Array(publicKey)) as unknown as CoseKey;
  const algorithm = ALGORITHMS.find((one) => one === key.get(ALG));
  const jwk = algorithm === undefined ? null : jwkOf(key, algorithm);
  return algorithm !== undefined && jwk && canImport(jwk) ? algorithm : null;
}

function jwkOf(key: CoseKey, algorithm: Algorithm): JsonWebKey | null {
  const [first, second, third] = [key.get(FIRST), key.get(SECOND), key.get(THIRD)];
  switch (algorithm) {
    case ES256:
      if (key.size !== 5 || key.get(KTY) !== 2 || first !== 1 || !has32(second) || !has32(third)) return null;
      return { kty: 'EC', crv: 'P-256', x: text(second), y: text(third) };
    case EDDSA:
      if (key.size !== 4 || key.get(KTY) !== 1 || first !== 6 || !has32(second)) return null;
      return { kty: 'OKP', crv: 'Ed25519', x: text(second) };
    case RS256:
      if (key.size !== 4 || key.get(KTY) !== 3 || !isModulus(first) || !isBytes(second)) return null;
      return text(second) === EXPONENT ? { kty: 'RSA', n: text(first), e: EXPONENT } : null;
  }
}

function canImport(jwk: JsonWebKey): boolean {
  try {
    createPublicKey({ key: jwk, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

function isModulus(value: unknown): value is Uint8Array {
  if (!isBytes(value) || value.length === 0) return false;
  const bits = 8 * value.length - (Math.clz32(value[0]) - 24);
  return value[0] !== 0 && bits >= MIN_MODULUS_BITS && bits <= MAX_MODULUS_BITS;
}

function has32(value: unknown): value is Uint8Array {
  return isBytes(value) && value.length === 32;
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
