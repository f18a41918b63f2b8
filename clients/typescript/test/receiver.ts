import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  headers: Headers;
  body: string;
}

export interface Receiver {
  url: string;
  /** The first delivery that matches, once it has been answered with a 2xx status. */
  next: (matches: (delivery: Delivery) => boolean) => Promise<Delivery>;
  close: () => Promise<void>;
}

/** Serves a handler of `Request` and keeps what it has accepted. */
export async function receiver(handle: (request: Request) => Promise<Response>): Promise<Receiver> {
  const accepted: Delivery[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      const headers = new Headers(request.headers as Record<string, string>);
      const { status, ...result } = await answered(new Request('http://receiver/', { method: 'POST', headers, body }));
      if (status < 300) accepted.push({ headers, body });
      response.writeHead(status).end(result.text);
    };
    answer().catch(() => response.writeHead(500).end());
  });
  const answered = async (request: Request): Promise<{ status: number; text: string }> => {
    const response = await handle(request);
    return { status: response.status, text: await response.text() };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: async (matches) => {
      for (;;) {
        const found = accepted.find(matches);
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
