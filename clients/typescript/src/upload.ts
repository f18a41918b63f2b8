import type { DeliveryClient } from './client.js';
import { ApiError } from './errors.js';
import { retryAfterOf, retryingFetch, sleep, type RetryOptions } from './retry.js';
import type { components } from './schema.js';

type Upload = components['schemas']['Upload'];
type MimeType = components['schemas']['CreateMyUploadRequest']['mimeType'];

/** The digest is computed in memory: that of a larger file is not announced. */
const DIGESTED_BYTES = 64 * 1024 * 1024;
const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 2_000;
/** Addresses of parts may end while a slow connection sends them; new ones are then read, so often for one file. */
const MOST_READS = 1_000;
/** So many of the parts that are missing are named by an upload. */
const MOST_NAMED = 100;

const NEVER = new AbortController().signal;

export interface UploadOptions {
  /** The name of the file, such as `My plan.pdf`. */
  name: string;
  /** Its type; the service rejects a content that is something else. */
  mimeType: MimeType;
  /** Goes on with an upload that was begun before: what it has is not sent again. */
  uploadId?: string;
  /** The key under which a new upload is created: the same key finds the same upload. */
  idempotencyKey?: string;
  /** Parts that are sent at the same time, 1 by default: more fill a fast connection, and lose more when it is cut. */
  partsAtOnce?: number;
  /** Told the upload whenever it was read: its id, under which it can be gone on with, and its status. */
  onState?: (upload: Upload) => void;
  /** Told how many bytes the service has, and of how many. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
  /** Ends the upload, which can be gone on with. */
  signal?: AbortSignal;
  retry?: RetryOptions;
  /** Replaces the global `fetch` for the parts. */
  fetch?: typeof globalThis.fetch;
}

/** The service has checked the file, and does not take it. */
export class UploadRejectedError extends Error {
  override readonly name = 'UploadRejectedError';

  constructor(
    readonly uploadId: string,
    /** Such as `type_mismatch`, or the status of an upload that has ended. */
    readonly reason: string,
  ) {
    super(`The upload was not taken: ${reason}.`);
  }
}

/**
 * Uploads a file in parts, sends again what was lost, and waits until the service has checked it. The result is ready: its
 * `id` is the `uploadId` of `POST /media` or `POST /me/media`. Throws UploadRejectedError where it is not taken. After any
 * other error, call it again with `uploadId`.
 */
export async function upload(client: DeliveryClient, file: Blob, options: UploadOptions): Promise<Upload> {
  const { signal, onState } = options;
  let found = await begun(client, file, options);
  for (let reads = 0; ; reads += 1) {
    onState?.(found);
    if (found.status === 'ready') return found;
    if (found.status === 'open') {
      if (reads > MOST_READS) throw new Error('The parts of the upload do not arrive.');
      await sendParts(file, found, options);
      found = await read(client, found.id, signal);
      if (found.status === 'open' && found.parts.length === 0) found = await complete(client, found.id, signal);
    } else if (found.status === 'checking') {
      await sleep(Math.min(FIRST_POLL_MS * 2 ** Math.min(reads, 3), LONGEST_POLL_MS), signal ?? NEVER);
      found = await read(client, found.id, signal);
    } else {
      throw new UploadRejectedError(found.id, found.reason ?? found.status);
    }
  }
}

async function begun(client: DeliveryClient, file: Blob, options: UploadOptions): Promise<Upload> {
  const { uploadId, idempotencyKey, name, mimeType, signal } = options;
  if (uploadId !== undefined) return read(client, uploadId, signal);
  const sha256 = await digestOf(file);
  const body = { name, mimeType, byteSize: file.size, sha256 };
  const once = { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(signal && { signal }) };
  return (await client.post('/me/uploads', { body, ...once })).data;
}

async function read(client: DeliveryClient, uploadId: string, signal: AbortSignal | undefined): Promise<Upload> {
  const path = { uploadId };
  return (await client.get('/me/uploads/{uploadId}', { path, ...(signal && { signal }) })).data;
}

async function complete(client: DeliveryClient, uploadId: string, signal: AbortSignal | undefined): Promise<Upload> {
  const path = { uploadId };
  return (await client.post('/me/uploads/{uploadId}/complete', { path, ...(signal && { signal }) })).data;
}

/** Sends the parts that the upload names. One whose address has ended is left for the next reading. */
async function sendParts(file: Blob, found: Upload, options: UploadOptions): Promise<void> {
  const { onProgress, partsAtOnce = 1, signal } = options;
  const failed = new AbortController();
  const ending = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  const waiting = [...found.parts];
  let sentBytes = arrivedOf(found, file.size);
  if (found.parts.length > 0) onProgress?.(sentBytes, file.size);
  const sendNext = async (): Promise<void> => {
    for (let part = waiting.shift(); part && !ending.aborted; part = waiting.shift()) {
      if (!(await sendPart(file, found, part, { ...options, signal: ending }))) return;
      sentBytes += part.byteSize;
      onProgress?.(sentBytes, file.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: partsAtOnce }, sendNext));
  } finally {
    failed.abort();
  }
  signal?.throwIfAborted();
}

/** The bytes that the service has; at least so many where more parts are missing than are named. */
function arrivedOf({ parts, partSize }: Upload, totalBytes: number): number {
  const known = parts.length < MOST_NAMED ? totalBytes : (parts.at(-1)?.number ?? 0) * partSize;
  return parts.reduce((left, { byteSize }) => left - byteSize, Math.min(known, totalBytes));
}

/** False where the address of the part has ended. */
async function sendPart(
  file: Blob,
  { partSize }: Upload,
  { number, byteSize, url }: Upload['parts'][number],
  { signal, retry = {}, fetch = globalThis.fetch }: UploadOptions,
): Promise<boolean> {
  const send = retryingFetch((input, init) => fetch(input, init), retry);
  const start = (number - 1) * partSize;
  const body = await file.slice(start, start + byteSize).arrayBuffer();
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await send(new Request(url, { method: 'PUT', headers, body, signal: signal ?? null }));
  if (response.status === 404) return false;
  if (!response.ok) throw refusalOf(response, number);
  return true;
}

function refusalOf(response: Response, number: number): ApiError {
  return new ApiError({
    code: 'unexpected_response',
    reason: undefined,
    status: response.status,
    message: `Part ${number} was refused.`,
    details: [],
    correlationId: response.headers.get('x-correlation-id') ?? undefined,
    retryAfter: retryAfterOf(response.headers),
    idempotencyKey: undefined,
    lostAttempts: 0,
  });
}

/** Null for a large file, and where there is no digest: browsers have none on pages over plain HTTP of another host. */
async function digestOf(file: Blob): Promise<string | null> {
  const isThere = (crypto.subtle as SubtleCrypto | undefined) !== undefined;
  if (file.size > DIGESTED_BYTES || !isThere) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
