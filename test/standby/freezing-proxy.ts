import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Stands in front of PostgreSQL. Once armed, each connection forwards one more answer, and then nothing. */
export class FreezingProxy {
  private readonly sockets = new Set<Socket>();
  private armed = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client) => this.forward(client));
  }

  static async open(target: number): Promise<FreezingProxy> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FreezingProxy(server, target);
  }

  /** The URL, by way of this proxy. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  freezeAfterOneAnswer(): void {
    this.armed = true;
  }

  /** New connections forward everything; frozen ones stay frozen. */
  thaw(): void {
    this.armed = false;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(client: Socket): void {
    const server = connect({ host: '127.0.0.1', port: this.target, noDelay: true });
    let frozen = false;
    client.pipe(server);
    server.on('data', (chunk: Buffer) => {
      if (frozen) return;
      const end = this.armed ? endOfAnswer(chunk) : -1;
      frozen = end >= 0;
      client.write(frozen ? chunk.subarray(0, end) : chunk);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}

/** Where the first answer in the chunk ends; −1 if none does. A chunk begins with a message: answers are short. */
function endOfAnswer(chunk: Buffer): number {
  for (let at = 0; at + 5 <= chunk.length;) {
    const end = at + 1 + chunk.readUInt32BE(at + 1);
    if (chunk[at] === READY_FOR_QUERY) return end;
    at = end;
  }
  return -1;
}
