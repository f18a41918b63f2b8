import { connect, type Socket } from 'node:net';

/** The outcome of a request: its HTTP status, 0 for a broken connection, and the time since it was due. */
export interface Answer {
  status: number;
  milliseconds: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection that parses responses just enough to find their end. A general HTTP client would take several
 * times the CPU, which the service on the same machine needs.
 */
export class Peer {
  private since = 0;
  private answered?: (answer: Answer) => void;
  private received: Buffer | undefined;
  private head = '';

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', () => this.finish(0));
    socket.on('close', () => this.finish(0));
  }

  static connect(host: string, port: number): Promise<Peer> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Peer(socket));
      });
    });
  }

  send(text: string, since: number): Promise<Answer> {
    this.since = since;
    return new Promise((resolve) => {
      this.answered = resolve;
      if (this.socket.destroyed) this.finish(0);
      else this.socket.write(text);
    });
  }

  /** Whether the last response has a Retry-After header. */
  get saysRetryAfter(): boolean {
    return /\r\nretry-after: /i.test(this.head);
  }

  close(): void {
    this.answered = undefined;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    const bytes = this.received ? Buffer.concat([this.received, chunk]) : chunk;
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) {
      this.received = bytes;
      return;
    }
    const head = bytes.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!length) throw new Error(`an answer without a length: ${head}`);
    if (bytes.length < headEnd + HEAD_END.length + Number(length[1])) {
      this.received = bytes;
      return;
    }
    this.received = undefined;
    this.head = head;
    this.finish(Number(head.slice(9, 12)));
  }

  private finish(status: number): void {
    const { answered } = this;
    this.answered = undefined;
    answered?.({ status, milliseconds: performance.now() - this.since });
  }
}
