import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { addressOf, ScanSettings } from './scan.settings.js';

const CONNECT_MS = 5_000;
/** clamd says nothing while it looks at a large file. */
const SILENT_MS = 120_000;

/** The scanner gave no verdict: the file is scanned later. */
export class NotScannedError extends Error {}

/** Asks clamd, by its command INSTREAM, whether files are infected. */
@Injectable()
export class Scanner {
  private readonly logger = new Logger(Scanner.name);
  private readonly address: ReturnType<typeof addressOf>;

  constructor({ FILE_SCANNER }: ScanSettings) {
    this.address = FILE_SCANNER === undefined ? undefined : addressOf(FILE_SCANNER);
  }

  get isConfigured(): boolean {
    return this.address !== undefined;
  }

  /** Throws NotScannedError unless clamd answers. */
  async checkReachable(): Promise<void> {
    const answer = await this.ask([Buffer.from('zPING\0')]);
    if (answer !== 'PONG') throw this.notScanned(answer);
  }

  /** Whether nothing was found. Throws NotScannedError, or what the content throws. */
  async isClean(content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<boolean> {
    const unreadable: unknown[] = [];
    const answer = await this.ask(framed(content, unreadable), signal);
    if (unreadable.length > 0) throw unreadable[0];
    if (answer === 'stream: OK') return true;
    if (answer.startsWith('stream: ') && answer.endsWith(' FOUND')) return false;
    throw this.notScanned(answer);
  }

  /** Its answer to a command, or why there is none. It closes the connection behind its answer, also where it takes no more. */
  private async ask(command: Iterable<Buffer> | AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string> {
    const socket = connect({ ...(this.address ?? { host: '', port: 0 }), timeout: CONNECT_MS, signal });
    const received: Buffer[] = [];
    let problem = 'no answer';
    socket.on('connect', () => socket.setTimeout(SILENT_MS));
    socket.on('timeout', () => socket.destroy(new Error('timeout')));
    socket.on('error', ({ message }) => (problem = message));
    socket.on('data', (chunk) => received.push(chunk));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await pipeline(command, socket, { end: false }).catch(() => undefined);
    await closed;
    const answer = Buffer.concat(received).toString().replace('\0', '').trim();
    return answer === '' ? problem : answer;
  }

  private notScanned(answer: string): NotScannedError {
    this.logger.warn({ msg: 'clamd gave no verdict', answer });
    return new NotScannedError('clamd gave no verdict');
  }
}

/** As INSTREAM takes it: each chunk behind its length, and a length of 0 at the end. */
async function* framed(content: AsyncIterable<Buffer>, unreadable: unknown[]): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  try {
    for await (const chunk of content) yield Buffer.concat([lengthBytes(chunk.length), chunk]);
  } catch (error) {
    unreadable.push(error);
    throw error;
  }
  yield lengthBytes(0);
}

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
