import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What becomes of PostgreSQL's side of a connection that is cut at a COMMIT. */
export const CUTS = ['the COMMIT arrives', 'both sides are dropped', 'the COMMIT is withheld'] as const;
export type Cut = (typeof CUTS)[number];

/** Whose COMMIT: of the write of this key, or of the webhook worker. */
export type Committer = { key: string } | 'worker';

interface Armed {
  cut: Cut;
  committer: Committer;
  done: () => void;
}

const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');
const COMMITTED = Buffer.from('COMMIT\0', 'latin1');
const TAIL = 64;

/** How the correlation ids of a key's attempts begin. */
export function correlationPrefixOf(key: string): string {
  return key.replace('k-', 'c-');
}

/** Stands between the service and PostgreSQL, cuts connections at their COMMIT, and keeps account of lost answers. */
export class CommitProxy {
  /** Correlation ids of the requests whose COMMIT was sent and on whose connection nothing came back after it. */
  readonly lost = new Set<string>();
  /** How often each SQLSTATE was sent to the service. */
  readonly sqlStates = new Map<string, number>();
  readonly armed: Armed[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly wires = new Set<Wire>();
  private silent = false;

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  static async open(target: number): Promise<CommitProxy> {
    const server = createServer({ noDelay: true });
    const proxy = new CommitProxy(server, target);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** Where it listens, as host and port of a URL. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** New connections lead to another server. */
  leadTo(target: number): void {
    this.target = target;
    this.silent = false;
  }

  /** Drops what arrives from here on, on existing connections and on new ones, which stay open. */
  silence(): void {
    this.silent = true;
    for (const wire of this.wires) wire.silence();
    this.wires.clear();
  }

  /** Cuts the next connection on which that committer sends a COMMIT; resolves when it has been cut. */
  cutNext(committer: Committer, cut: Cut): Promise<void> {
    return new Promise((done) => this.armed.push({ committer, cut, done }));
  }

  keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    if (this.silent) {
      this.keep(client.on('error', () => undefined).resume());
      return;
    }
    const wire = new Wire(this, client, connect({ host: '127.0.0.1', port: this.target }));
    this.wires.add(wire);
    client.on('close', () => this.wires.delete(wire));
  }
}

/** One connection of the service, with its counterpart to PostgreSQL. */
class Wire {
  private tail = '';
  private correlationId: string | null = null;
  private commit: 'none' | 'sent' | 'answered' = 'none';
  private silent = false;

  constructor(
    private readonly proxy: CommitProxy,
    private readonly service: Socket,
    private readonly postgres: Socket,
  ) {
    for (const socket of [service, postgres]) {
      proxy.keep(socket);
      socket.setNoDelay(true);
      // Its close follows, and is what counts.
      socket.on('error', () => undefined);
    }
    service.on('data', (chunk: Buffer) => this.ask(chunk));
    postgres.on('data', (chunk: Buffer) => this.answer(chunk));
    service.on('close', () => {
      this.settle();
      postgres.end();
    });
    postgres.on('close', () => {
      if (this.silent) return;
      this.settle();
      service.end();
    });
  }

  silence(): void {
    this.silent = true;
  }

  private ask(chunk: Buffer): void {
    const text = this.tail + chunk.toString('latin1');
    this.tail = text.slice(-TAIL);
    const begin = text.lastIndexOf('begin');
    if (begin >= 0) this.correlationId = null;
    this.correlationId = /c-\d{6}-\d+-\d+/.exec(text.slice(Math.max(begin, 0)))?.[0] ?? this.correlationId;
    const at = chunk.indexOf(COMMIT);
    if (at >= 0) {
      this.commit = 'sent';
      const armed = this.proxy.armed.findIndex(({ committer }) => this.isOf(committer));
      if (armed >= 0) return this.sever(chunk, at, this.proxy.armed.splice(armed, 1)[0]);
    }
    if (!this.silent && this.postgres.writable) this.postgres.write(chunk);
  }

  private isOf(committer: Committer): boolean {
    if (committer === 'worker') return this.correlationId === null;
    return this.correlationId?.startsWith(`${correlationPrefixOf(committer.key)}-`) ?? false;
  }

  private sever(chunk: Buffer, at: number, { cut, done }: Armed): void {
    this.settle();
    this.service.destroy();
    if (cut === 'the COMMIT is withheld') this.postgres.end(chunk.subarray(0, at));
    else if (cut === 'the COMMIT arrives') this.postgres.end(chunk);
    else this.postgres.write(chunk, () => this.postgres.destroy());
    done();
  }

  private answer(chunk: Buffer): void {
    if (this.silent) return;
    if (this.commit === 'sent') this.commit = 'answered';
    if (chunk.includes(COMMITTED)) this.commit = 'none';
    for (const [, state] of chunk.toString('latin1').matchAll(/V(?:ERROR|FATAL|PANIC)\0C([0-9A-Z]{5})\0/g)) {
      this.proxy.sqlStates.set(state, (this.proxy.sqlStates.get(state) ?? 0) + 1);
    }
    if (this.service.writable) this.service.write(chunk);
  }

  /** Nothing came back after the COMMIT: whoever sent it can't know what became of it. */
  private settle(): void {
    if (this.commit === 'sent' && this.correlationId !== null) this.proxy.lost.add(this.correlationId);
    this.commit = 'none';
  }
}
