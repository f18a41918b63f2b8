import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP balancer in front of PostgreSQL: new connections lead to one server. */
export class Balancer {
  private readonly sockets = new Set<Socket>();
  private silent = false;

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (client) => this.forward(client));
  }

  static async open(target: number): Promise<Balancer> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Balancer(server, target);
  }

  /** The URL, by way of this balancer. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** New connections lead there; existing ones stay. */
  leadTo(port: number): void {
    this.target = port;
    this.silent = false;
  }

  /** Drops what arrives from here on, on existing connections and on new ones, which stay open. */
  silence(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.unpipe().removeAllListeners('close').resume();
  }

  /** Ends the existing connections. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(client: Socket): void {
    if (this.silent) {
      this.sockets.add(client.on('error', () => undefined).resume());
      return;
    }
    const server = connect({ host: '127.0.0.1', port: this.target, noDelay: true });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
