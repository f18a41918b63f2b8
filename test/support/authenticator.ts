import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export type SigningAlgorithm = 'ES256' | 'EdDSA' | 'RS256';

const COSE = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  pubKeyCredParams: { alg: number }[];
  excludeCredentials?: { id: string }[];
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

interface StoredCredential {
  id: string;
  domain: string;
  userHandle: string;
  algorithm: SigningAlgorithm;
  privateKey: KeyObject;
  counter: number;
}

/** What an authenticator, or the browser in front of it, may say that is not so. */
export interface Lies {
  origin?: string;
  /** Of the hash in the authenticator data. */
  domain?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  present?: boolean;
  verified?: boolean;
  backupEligible?: boolean;
  backedUp?: boolean;
  counter?: number;
}

export interface RegistrationLies extends Lies {
  /** packed: signed by the new key itself. */
  fmt?: string;
  statement?: Map<string, unknown>;
  /** Instead of the COSE key of the new credential. */
  publicKey?: Map<number, unknown>;
  credentialId?: string;
}

export interface AssertionLies extends Lies {
  userHandle?: string | undefined;
  /** Changes the signature after it was made. */
  resign?: (signature: Buffer) => Buffer;
}

export interface RegistrationJson {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}

export interface AssertionJson {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

interface Model {
  algorithm?: SigningAlgorithm;
  modulusLength?: number;
  /** Where the browser stands. */
  origin?: string;
  /** Synchronized to other devices: such a passkey counts nothing unless `counts`. */
  synchronized?: boolean;
  counts?: boolean;
}

/** An authenticator and the browser in front of it, in code. It keeps what it creates, as a phone does. */
export class Authenticator {
  readonly credentials: StoredCredential[] = [];
  private readonly model: Required<Model>;

  constructor(model: Model = {}) {
    const { synchronized = true } = model;
    const defaults = { algorithm: 'ES256', modulusLength: 2048, origin: 'http://localhost:3000' } as const;
    this.model = { ...defaults, synchronized, counts: !synchronized, ...model };
  }

  /** The answer of `navigator.credentials.create()`. Throws where it has one of the excluded passkeys, or no such algorithm. */
  create(options: CreationOptions, lies: RegistrationLies = {}): RegistrationJson {
    const { algorithm } = this.model;
    const excluded = options.excludeCredentials ?? [];
    if (this.credentials.some(({ id }) => excluded.some((one) => one.id === id))) throw new Error('InvalidStateError');
    if (!options.pubKeyCredParams.some(({ alg }) => alg === COSE[algorithm])) throw new Error('NotSupportedError');
    const { publicKey, privateKey } = keyPair(algorithm, this.model.modulusLength);
    const domain = options.rp.id;
    const id = lies.credentialId ?? randomBytes(16).toString('base64url');
    const credential = { id, domain, userHandle: options.user.id, algorithm, privateKey, counter: 0 };
    this.credentials.push(credential);
    const client = this.clientData('webauthn.create', options.challenge, lies);
    const attested = attestedData(id, lies.publicKey ?? coseKey(publicKey, algorithm));
    const data = Buffer.concat([this.authenticatorData(credential, lies, FLAGS.attested), attested]);
    const { fmt = 'none' } = lies;
    const packed = new Map<string, unknown>([
      ['alg', COSE[algorithm]],
      ['sig', new Uint8Array(signed(credential, data, client))],
    ]);
    const statement = lies.statement ?? (fmt === 'packed' ? packed : new Map());
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', statement],
      ['authData', new Uint8Array(data)],
    ]);
    return {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: { credProps: { rk: true } } },
      response: { clientDataJSON: text(client), attestationObject: text(cbor(attestation)), transports: ['internal'] },
    };
  }

  /** The answer of `navigator.credentials.get()`, with the newest passkey of the domain that `choose` accepts. */
  get(
    options: RequestOptions,
    lies: AssertionLies = {},
    choose: (credential: StoredCredential) => boolean = () => true,
  ): AssertionJson {
    const credential = this.credentials.findLast((one) => one.domain === options.rpId && choose(one));
    if (!credential) throw new Error('NotAllowedError');
    if (this.model.counts) credential.counter += 1;
    const client = this.clientData('webauthn.get', options.challenge, lies);
    const data = this.authenticatorData(credential, lies);
    const signature = signed(credential, data, client);
    const { id, userHandle } = credential;
    const handle = 'userHandle' in lies ? lies.userHandle : userHandle;
    return {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(lies.resign ? lies.resign(signature) : signature),
        ...(handle === undefined ? {} : { userHandle: handle }),
      },
    };
  }

  private clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { crossOrigin = false, topOrigin } = lies;
    const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...data, origin: lies.origin ?? this.model.origin, crossOrigin, topOrigin }));
  }

  private authenticatorData({ domain, counter }: StoredCredential, lies: Lies, further = 0): Buffer {
    const { synchronized } = this.model;
    const said = { present: true, verified: true, backupEligible: synchronized, backedUp: synchronized, ...lies };
    const flag = (name: 'present' | 'verified' | 'backupEligible' | 'backedUp') => (said[name] ? FLAGS[name] : 0);
    const flags = flag('present') | flag('verified') | flag('backupEligible') | flag('backedUp') | further;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    return Buffer.concat([sha256(Buffer.from(lies.domain ?? domain)), Buffer.from([flags]), count]);
  }
}

/** The text with one bit of one byte of the decoded bytes changed. */
export function flipped(encoded: string, place: number, mask = 0x01): string {
  const bytes = Buffer.from(encoded, 'base64url');
  bytes[place] ^= mask;
  return bytes.toString('base64url');
}

/** The COSE key of a public key. */
export function coseKey(key: KeyObject, algorithm: SigningAlgorithm): Map<number, unknown> {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (part = '') => new Uint8Array(Buffer.from(part, 'base64url'));
  const alg = COSE[algorithm];
  const entries: Record<SigningAlgorithm, [number, unknown][]> = {
    ES256: [
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    EdDSA: [
      [1, 1],
      [3, alg],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    RS256: [
      [1, 3],
      [3, alg],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  };
  return new Map(entries[algorithm]);
}

function keyPair(algorithm: SigningAlgorithm, modulusLength: number) {
  switch (algorithm) {
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case 'EdDSA':
      return generateKeyPairSync('ed25519');
    case 'RS256':
      return generateKeyPairSync('rsa', { modulusLength });
  }
}

function attestedData(id: string, publicKey: Map<number, unknown>): Buffer {
  const credentialId = Buffer.from(id, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  return Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(publicKey)]);
}

function signed({ algorithm, privateKey }: StoredCredential, data: Buffer, client: Buffer): Buffer {
  const content = Buffer.concat([data, sha256(client)]);
  return sign(algorithm === 'EdDSA' ? null : 'sha256', content, privateKey);
}

function cbor(value: Map<never, unknown> | Map<string, unknown> | Map<number, unknown>): Buffer {
  return Buffer.from(isoCBOR.encode(value as never));
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url');
}
