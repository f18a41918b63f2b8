import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { serviceUrl } from './demo.js';

/** Where a connection is cut: as soon as the request has gone out, at the first byte of the answer, or within its body. */
export type Cut = 'after request' | 'before answer' | 'within answer';

export interface CuttingProxy {
  url: string;
  /** Connections that were cut. */
  cuts: number;
  close: () => Promise<void>;
}

/** A TCP proxy to the service that cuts its first connections, one for each entry. */
export async function cuttingProxy(plan: Cut[]): Promise<CuttingProxy> {
  const target = new URL(serviceUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    const cut = plan.shift();
    const destroy = (): void => {
      proxy.cuts += 1;
      client.destroy();
      upstream.end();
    };
    if (cut === undefined) client.pipe(upstream).pipe(client);
    else if (cut === 'after request') client.on('data', (data) => upstream.write(data, destroy));
    else {
      client.pipe(upstream);
      upstream.once('data', (data) => {
        if (cut === 'before answer') return destroy();
        client.write(data.subarray(0, data.length - 5), destroy);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: 0,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
