import type { webhooks } from './schema.js';

type MessageOf<Webhook> = Webhook extends {
  post: { requestBody: { content: { 'application/json': infer Message } } };
}
  ? Message
  : never;

export type WebhookEventName = keyof webhooks;

/** The message of one event, or, without a name, of any: `type` tells them apart and gives `data` its type. */
export type WebhookEvent<Name extends WebhookEventName = WebhookEventName> = {
  [Each in Name]: MessageOf<webhooks[Each]>;
}[Name];

/** Asks the receiver to prove that it holds the secret: answer with `answerChallenge`. */
export interface WebhookChallenge {
  type: 'webhook.verification';
  challenge: string;
}

/** A message that `test_webhook_subscription` sent. Answer it as an event. */
export interface WebhookTestMessage {
  id: string;
  type: 'webhook.test';
  timestamp: string;
  organizationId: string;
  data: { subscriptionId: string };
}

/** The headers of a request, of `fetch` or of Node.js. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How far the time of the request may be from this machine's. Default 300. */
  toleranceSeconds?: number;
}

export type WebhookRefusal = 'header_missing' | 'timestamp_out_of_tolerance' | 'signature_wrong' | 'body_malformed';

/** The request is not a valid message of the service. Answer it with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly reason: WebhookRefusal,
    message: string,
  ) {
    super(message);
  }
}

/** The keys that challenges were signed with. Only a verified challenge has one, so nobody else gets a signature. */
const signingKeys = new WeakMap<WebhookChallenge, CryptoKey>();

/**
 * Verifies the signature and the time of a request and returns its message. `secret` may be a list, for the time in
 * which the secret is rotated. `rawBody` is the body as it arrived: parsing and printing it again changes it.
 * A newer service may send events that this version of the client does not know.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent | WebhookTestMessage | WebhookChallenge> {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A secret is empty.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const age = Math.abs(Date.now() / 1_000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : NaN));
  if (!(age <= toleranceSeconds)) {
    throw new WebhookVerificationError('timestamp_out_of_tolerance', 'webhook-timestamp is too far from now.');
  }
  const body = typeof rawBody === 'string' ? encoded(rawBody) : rawBody;
  const key = await signerOf(secrets, joined(encoded(`${id}.${timestamp}.`), body), signatures);
  if (key === undefined) throw new WebhookVerificationError('signature_wrong', 'No signature is of a given secret.');
  const message = messageOf(body);
  if (message.type === 'webhook.verification') signingKeys.set(message, key);
  return message;
}

/** The JSON with which to answer a challenge that `verifyWebhook` returned, with status 200. */
export async function answerChallenge(challenge: WebhookChallenge): Promise<{ challenge: string; response: string }> {
  const key = signingKeys.get(challenge);
  if (key === undefined) throw new TypeError('The challenge was not returned by verifyWebhook.');
  const proof = await crypto.subtle.sign('HMAC', key, encoded(`verify.${challenge.challenge}`));
  return { challenge: challenge.challenge, response: toBase64(new Uint8Array(proof)) };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('header_missing', `${name} is missing.`);
}

/** The key of the first secret that one of the signatures is of. */
async function signerOf(
  secrets: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<CryptoKey | undefined> {
  const given = signatures
    .split(' ')
    .map((each) => (each.startsWith('v1,') ? fromBase64(each.slice(3)) : undefined))
    .filter((bytes) => bytes !== undefined);
  for (const secret of secrets) {
    const key = await keyOf(secret);
    // Compares in constant time.
    for (const bytes of given) if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return key;
  }
  return undefined;
}

/** After `whsec_`, only base64 in its usual spelling is decoded, as in the service. Any other secret is used as it is. */
function keyOf(secret: string): Promise<CryptoKey> {
  const spelling = secret.startsWith('whsec_') ? secret.slice(6) : '';
  const decoded = fromBase64(spelling);
  const usual = decoded === undefined ? undefined : toBase64(decoded);
  const isBase64 = spelling !== '' && (spelling === usual || spelling === usual?.replace(/=+$/, ''));
  const bytes = isBase64 && decoded !== undefined ? decoded : encoded(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function messageOf(body: Uint8Array): WebhookEvent | WebhookTestMessage | WebhookChallenge {
  try {
    const message = JSON.parse(new TextDecoder().decode(body)) as
      WebhookEvent | WebhookTestMessage | WebhookChallenge | null;
    if (typeof message?.type === 'string') return message;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('body_malformed', 'The body is not a message of the service.');
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
