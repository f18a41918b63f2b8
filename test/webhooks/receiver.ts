import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** One request that arrived, as it was on the wire. */
export interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; timestamp: string; organizationId: string; data: Record<string, unknown> };
  at: number;
}

export interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

type Behaviour = (arrival: Arrival) => Answer | null | Promise<Answer | null>;

/** A real HTTP server on 127.0.0.1 that proves its secret when challenged and keeps what it gets. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  readonly challenges: Arrival[] = [];
  connections = 0;
  /** How deliveries are answered; null leaves the request open. */
  behave: Behaviour = () => ({ status: 204 });
  /** How challenges are answered. */
  prove: Behaviour = ({ body }) => ({ status: 200, body: JSON.stringify(this.proof(body)) });
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    public secret: string,
  ) {}

  static async open(secret = 'a-secret-of-at-least-16'): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, secret);
    server.on('connection', (socket) => {
      receiver.connections += 1;
      receiver.sockets.add(socket);
      socket.on('close', () => receiver.sockets.delete(socket));
    });
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const event = JSON.parse(body) as Arrival['event'];
        const arrival = { headers: request.headers, body, event, at: performance.now() };
        const challenged = event.type === 'webhook.verification';
        (challenged ? receiver.challenges : receiver.arrivals).push(arrival);
        void Promise.resolve((challenged ? receiver.prove : receiver.behave)(arrival)).then((answer) => {
          if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook?token=abc`;
  }

  /** The distinct webhook-ids of the deliveries, sorted. */
  get ids(): string[] {
    return [...new Set(this.arrivals.map(({ headers }) => String(headers['webhook-id'])))].sort();
  }

  /** As the Standard Webhooks library judges it; throws where the signature is not of this secret. */
  verify({ body, headers }: Arrival, secret = this.secret): unknown {
    return this.library(secret).verify(body, headers as Record<string, string>);
  }

  /** The same without the library's rule that the message is of these minutes, for clocks that were moved. */
  isSigned({ body, headers }: Arrival, secret = this.secret): boolean {
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    return this.library(secret).sign(String(headers['webhook-id']), sentAt, body) === headers['webhook-signature'];
  }

  proof(body: string, secret = this.secret): { challenge: string; response: string } {
    const { challenge } = JSON.parse(body) as { challenge: string };
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
    return { challenge, response: createHmac('sha256', key).update(`verify.${challenge}`).digest('base64') };
  }

  /** Ends every connection, whatever is under way on it. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private library(secret: string): Webhook {
    return secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  }
}
