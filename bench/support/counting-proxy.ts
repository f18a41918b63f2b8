import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy in front of PostgreSQL that counts round trips: flights to the server that an answer came back for. */
export interface CountingProxy {
  port: number;
  /** Round trips since the last call. */
  take: () => number;
  close: () => void;
}

export async function startCountingProxy(target: { host: string; port: number }): Promise<CountingProxy> {
  let trips = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    let sending = false;
    sockets.add(client).add(upstream);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on('data', (chunk) => {
      sending = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (sending) trips += 1;
      sending = false;
      client.write(chunk);
    });
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on('close', end).on('error', end);
    upstream.on('close', end).on('error', end);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    take: () => {
      const taken = trips;
      trips = 0;
      return taken;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
