import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { demo, serviceUrl, test } from './console.js';

/** What becomes of a write: its answer is lost, or it does not arrive at the service at all. */
export type Fault = 'answer lost' | 'request lost';

export interface Front {
  url: string;
  /** The Idempotency-Key of every write that the browser has sent. */
  keys: string[];
  /** From now on, every write is passed on. */
  heal: () => void;
  close: () => Promise<void>;
}

/** An HTTP server in front of the service. The first writes fail there, as many as said, or until it is healed. */
export async function front(fault?: Fault, times = Infinity): Promise<Front> {
  let left = fault ? times : 0;
  const target = new URL(serviceUrl);
  const keys: string[] = [];
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const isWrite = incoming.method !== 'GET';
    const isCut = isWrite && left > 0;
    if (isWrite) keys.push(String(incoming.headers['idempotency-key']));
    if (isCut) left -= 1;
    if (isCut && fault === 'request lost') {
      incoming.socket.destroy();
      return;
    }
    const { method, url, headers } = incoming;
    const { hostname, port, host } = target;
    const onward = request({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      if (!isCut) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      } else answer.resume().on('end', () => incoming.socket.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    heal: () => (left = 0),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let server: Front | undefined;

/** Closes the front of a test after it. */
export function closeFront(): void {
  test.afterEach(async () => {
    await server?.close();
    server = undefined;
  });
}

/** Opens a page of the console behind a front at which the first writes fail. */
export async function openBehind(
  page: Page,
  path: string,
  { fault, times, key = demo.keys.owner }: { fault?: Fault; times?: number; key?: string } = {},
): Promise<Front> {
  server = await front(fault, times);
  await page.addInitScript((apiKey) => sessionStorage.setItem('delivery-console.api-key', apiKey), key);
  await page.goto(`${server.url}/console${path}`);
  return server;
}
