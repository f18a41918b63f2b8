import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceUrl } from './demo.js';

/** What the front answers: a status with headers and a body, or nothing until the client leaves. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface Seen {
  method: string | undefined;
  url: string | undefined;
  key: string | undefined;
  body: string;
}

export interface Front {
  url: string;
  seen: Seen[];
  close: () => Promise<void>;
}

export const SILENCE = 'silence';

/** A failure in the format of the service. */
export function failure(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const body = { success: false, code, message: 'From the front.', details: [], correlationId: 'front' };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** An HTTP server in front of the service. It answers the first requests itself, and passes on the others. */
export async function front(...plan: (Answer | typeof SILENCE)[]): Promise<Front> {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { method, url } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name));
    seen.push({ method, url, key: request.headers['idempotency-key'] as string | undefined, body });
    const planned = plan.shift();
    if (planned === SILENCE) return;
    if (planned !== undefined) {
      response.writeHead(planned.status, planned.headers).end(planned.body);
      return;
    }
    const passed = await fetch(`${serviceUrl}${url}`, {
      method: method ?? 'GET',
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(body !== '' && { body }),
    });
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}
