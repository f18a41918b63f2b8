import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from './until.js';

const CHECK_EVERY_MS = 20;

interface Backend {
  url: string;
  ready: boolean;
  agent: Agent;
}

/**
 * A load balancer with keep-alive connections to ready services. It retries another one only if the connection was
 * refused.
 */
export class ReadinessProxy {
  private backends: Backend[] = [];
  private turn = 0;
  private closed = false;

  private constructor(private readonly server: Server) {
    server.on('request', (incoming, response) => void this.forward(incoming, response));
  }

  static async open(): Promise<ReadinessProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ReadinessProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Adds a service, which gets requests while it is ready; resolves when it is. */
  async add(url: string): Promise<void> {
    const backend = { url, ready: false, agent: new Agent({ keepAlive: true }) };
    this.backends.push(backend);
    void this.watch(backend);
    await until(() => backend.ready, { everyMs: CHECK_EVERY_MS });
  }

  /** Removes a service that has ended. */
  remove(url: string): void {
    for (const { agent } of this.backends.filter((backend) => backend.url === url)) agent.destroy();
    this.backends = this.backends.filter((backend) => backend.url !== url);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { agent } of this.backends) agent.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async watch(backend: Backend): Promise<void> {
    while (!this.closed && this.backends.includes(backend)) {
      backend.ready = await fetch(`${backend.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      await delay(CHECK_EVERY_MS);
    }
  }

  private async forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    for (const backend of this.inTurn()) {
      if ((await handOn(incoming, Buffer.concat(body), backend, response)) === 'answered') return;
    }
    response.writeHead(502, { 'X-Proxy-Error': 'nobody is ready' }).end();
  }

  private inTurn(): Backend[] {
    const ready = this.backends.filter((backend) => backend.ready);
    this.turn += 1;
    return ready.map((_, index) => ready[(index + this.turn) % ready.length]);
  }
}

async function handOn(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  backend: Backend,
  response: ServerResponse,
): Promise<'answered' | 'refused'> {
  const { connection: _, ...handed } = headers;
  return new Promise((resolve) => {
    const sent = request(`${backend.url}${url}`, { method, headers: handed, agent: backend.agent });
    sent.once('response', (answer) => {
      const { connection: __, ...shown } = answer.headers;
      answer.pipe(response.writeHead(answer.statusCode ?? 502, shown));
      resolve('answered');
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused');
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'X-Proxy-Error': error.code ?? error.message }).end();
      resolve('answered');
    });
    sent.end(body);
  });
}
