import { write, writeSync } from 'node:fs';

/** Writes of at most this size are atomic on a pipe: lines of processes that share it do not mix. */
const ATOMIC_WRITE_BYTES = 4_096;
const RETRY_MS = 50;

/**
 * Writes lines to a file descriptor without waiting for them. When the reader is gone, the lines are dropped: pino's own
 * destination retries what is left at the exit for ever.
 */
export class LogStream {
  /** Each is one write. */
  private readonly waiting: string[] = [];
  private readonly flushed: (() => void)[] = [];
  private isWriting = false;
  private isBroken = false;

  constructor(private readonly fd: number) {
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.isBroken) return;
    const last = this.waiting.length - 1;
    if (last >= 0 && this.waiting[last].length + line.length <= ATOMIC_WRITE_BYTES) this.waiting[last] += line;
    else this.waiting.push(line);
    if (!this.isWriting) this.writeNext();
  }

  /** Resolves when all lines are written or dropped, at the latest after a time. */
  flushWithin(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isWriting) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      this.flushed.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** For an exit that could not wait. Without a retry: the reader may never read again. */
  flushSync(): void {
    try {
      for (const text of this.waiting.splice(0)) writeSync(this.fd, text);
    } catch {
      this.isBroken = true;
    }
  }

  private writeNext(): void {
    const text = this.waiting.shift();
    this.isWriting = text !== undefined;
    if (text !== undefined) this.send(Buffer.from(text));
    else for (const resolve of this.flushed.splice(0)) resolve();
  }

  private send(bytes: Buffer): void {
    write(this.fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN' || error?.code === 'EBUSY') setTimeout(() => this.send(bytes), RETRY_MS);
      else if (!error && written < bytes.length) this.send(bytes.subarray(written));
      else {
        if (error) this.waiting.length = 0;
        this.isBroken = Boolean(error);
        this.writeNext();
      }
    });
  }
}
