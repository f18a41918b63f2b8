import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A TCP proxy in front of PostgreSQL that counts round trips: sends of the client that were answered. Sends before the
 * first byte of an answer belong to the same round trip. Answers are delayed a little, so that a ROLLBACK that is sent
 * along with an HTTP response is not counted.
 */
export interface CountingProxy {
  port: number;
  /** Round trips since the last call. */
  take: () => number;
  close: () => void;
}

const HOLD_MS = 25;

export async function startCountingProxy(target: { host: string; port: number }): Promise<CountingProxy> {
  let trips = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    let flight = { answered: false };
    sockets.add(client).add(upstream);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on('data', (chunk) => {
      if (flight.answered) flight = { answered: false };
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const answering = flight;
      setTimeout(() => {
        if (!answering.answered) trips += 1;
        answering.answered = true;
        client.write(chunk);
      }, HOLD_MS);
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
