import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';

/** A request as its bytes are made. */
export interface OutgoingRequest {
  method: string;
  /** With the query, as it stands in the request line. */
  target: string;
  headers: Record<string, string | string[]>;
  body?: Buffer;
  chunked?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const PATIENCE_MS = 60_000;

/** One connection that is kept: what one request leaves behind on it meets the next. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: string) {}

  async exchange({ method, target, headers, body, chunked = false }: OutgoingRequest): Promise<Answer> {
    const framing = body === undefined || chunked ? {} : { 'Content-Length': String(body.length) };
    return new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(this.url);
      const options = { agent: this.agent, hostname, port, method, path: target, headers: { ...headers, ...framing } };
      const outgoing = send(options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      });
      outgoing.on('error', reject);
      outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('no answer came')));
      if (body !== undefined && chunked) {
        const half = Math.ceil(body.length / 2);
        outgoing.setHeader('Transfer-Encoding', 'chunked');
        if (half > 0) outgoing.write(body.subarray(0, half));
        if (body.length > half) outgoing.write(body.subarray(half));
      } else if (body !== undefined) outgoing.write(body);
      outgoing.end();
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
