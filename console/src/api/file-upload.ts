import {
  ApiError,
  ConnectionError,
  upload,
  UploadRejectedError,
  type DeliveryClient,
  type Schemas,
} from '@delivery-service/client';
import { begunBefore, forget, noteBegun } from './begun-uploads.js';
import { sendingFetch } from './sending.js';
import { randomName } from './tabs.js';

export type StoredType = Schemas['CreateMyUploadRequest']['mimeType'];

/**
 * `resending`: a part that the service did not find. `lost`: the connection, and it goes on by itself. `rejected`: the
 * service has looked at the file. `failed`: anything else.
 */
export type UploadState =
  | { is: 'sending' | 'resending' | 'paused' | 'lost' | 'checking' | 'ready' }
  | { is: 'rejected'; reason: string }
  | { is: 'failed'; error: unknown };

/** A file that was uploaded, for the request that uses it. */
export interface UploadedFile {
  uploadId: string;
  name: string;
  mimeType: StoredType;
}

/** After so many attempts at a part, it is said that the connection is lost. */
const RETRY = { maxAttempts: 3 };
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Whoever presses the button as it goes on by itself wants it to go on, not to pause. */
const PRESSED_LATE_MS = 500;
/** The longest name that the service takes. */
const LONGEST_NAME = 200;

/** A file on its way to the service, from when it was chosen. It goes on while the form that it is for is not shown. */
export class FileUpload {
  readonly label: string;
  private shown: { state: UploadState; sentBytes: number } = { state: { is: 'sending' }, sentBytes: 0 };
  private readonly listeners = new Set<() => void>();
  private readonly idempotencyKey = randomName();
  private uploadId: string | undefined;
  private running = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waits = 0;
  private arrived = 0;
  private resumedAt = 0;

  constructor(
    private readonly client: DeliveryClient,
    readonly file: File,
    private readonly mimeType: StoredType,
  ) {
    this.label = shortened(file.name);
    this.proceed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): { state: UploadState; sentBytes: number } => this.shown;

  /** The file for a request, once it is ready. */
  get uploaded(): UploadedFile | undefined {
    const { uploadId, label: name, mimeType } = this;
    return uploadId !== undefined && this.shown.state.is === 'ready' ? { uploadId, name, mimeType } : undefined;
  }

  readonly pause = (): void => {
    if (Date.now() < this.resumedAt + PRESSED_LATE_MS) return;
    this.stop();
    this.show({ state: { is: 'paused' }, sentBytes: this.arrived });
  };

  /** Goes on after a pause, a lost connection or a failure: what has arrived is not sent again. */
  readonly proceed = (): void => {
    this.stop();
    this.show({ state: { is: 'sending' } });
    void this.run();
  };

  /** The file is not wanted any more: the service removes what it has of it. */
  discard(): void {
    this.stop();
    forget(this.file);
    const { uploadId } = this;
    const { is } = this.shown.state;
    if (uploadId === undefined || is === 'rejected') return;
    // One that is being checked cannot be cancelled; like any that is not used, it expires.
    this.client.post('/me/uploads/{uploadId}/cancel', { path: { uploadId } }).catch(() => undefined);
  }

  /** Nobody is signed in any more. */
  stop(): void {
    this.running.abort();
    clearTimeout(this.timer);
    window.removeEventListener('online', this.again);
  }

  private async run(): Promise<void> {
    const { client, file, label: name, mimeType, idempotencyKey } = this;
    const running = new AbortController();
    this.running = running;
    try {
      this.uploadId ??= await this.earlier(running.signal);
      await upload(client, file, {
        ...{ name, mimeType, idempotencyKey, retry: RETRY, signal: running.signal },
        ...(this.uploadId !== undefined && { uploadId: this.uploadId }),
        fetch: sendingFetch((bytes) => this.showSent(bytes)),
        onState: ({ id, status }) => {
          this.uploadId = id;
          if (status === 'open') noteBegun(file, id);
          if (status === 'checking') this.show({ state: { is: 'checking' } });
          else if (status === 'open' && this.shown.state.is === 'checking') this.show({ state: { is: 'resending' } });
        },
        onProgress: (bytes) => {
          if (bytes > this.arrived) this.waits = 0;
          this.arrived = bytes;
          this.showSent(0);
        },
      });
      forget(file);
      this.show({ state: { is: 'ready' }, sentBytes: file.size });
    } catch (error) {
      if (!running.signal.aborted) this.end(error);
    }
  }

  /** An upload of the same file that a former load of the page has begun, if it can be gone on with. */
  private async earlier(signal: AbortSignal): Promise<string | undefined> {
    const uploadId = begunBefore(this.file);
    if (uploadId === undefined) return undefined;
    try {
      const { data } = await this.client.get('/me/uploads/{uploadId}', { path: { uploadId }, signal });
      return ['open', 'checking'].includes(data.status) && data.mimeType === this.mimeType ? uploadId : undefined;
    } catch (error) {
      // It is somebody else's, or is forgotten.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  private end(error: unknown): void {
    if (error instanceof UploadRejectedError) {
      forget(this.file);
      this.show({ state: { is: 'rejected', reason: error.reason } });
    } else if (isLost(error, this.uploadId)) {
      this.show({ state: { is: 'lost' }, sentBytes: this.arrived });
      this.timer = setTimeout(this.again, Math.min(FIRST_WAIT_MS * 2 ** this.waits, LONGEST_WAIT_MS));
      this.waits += 1;
      window.addEventListener('online', this.again);
    } else this.show({ state: { is: 'failed', error } });
  }

  /** The bytes of a part that are on their way, beside those that have arrived. */
  private showSent(bytes: number): void {
    const { file, arrived, shown } = this;
    this.show({ sentBytes: Math.min(arrived + bytes, file.size) });
    if (bytes === 0 || shown.state.is !== 'lost') return;
    this.resumedAt = Date.now();
    this.show({ state: { is: 'sending' } });
  }

  /** By itself: the connection is still said to be lost until something is sent. */
  private readonly again = (): void => {
    this.stop();
    void this.run();
  };

  private show(changes: Partial<typeof this.shown>): void {
    this.shown = { ...this.shown, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/** Whether nothing is wrong but the connection. Before an upload is created, 503 says that the service takes none. */
function isLost(error: unknown, uploadId: string | undefined): boolean {
  if (error instanceof ConnectionError) return true;
  return uploadId !== undefined && error instanceof ApiError && [502, 503, 504].includes(error.status);
}

/** A name that is not too long, with its extension. */
function shortened(name: string): string {
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.length <= LONGEST_NAME ? name : name.slice(0, LONGEST_NAME - extension.length) + extension;
}
