import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const WEBHOOK_SECRET = 'a-secret-of-the-bench';

/** When the event of a delivery happened and when it arrived, in milliseconds of separate clocks. */
export interface Arrival {
  happened: number;
  at: number;
}

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  close: () => void;
}

/** A receiver that records the arrival of deliveries; one that never answers them (`hanging`), or nothing at all (`mute`). */
export async function openReceiver(kind: 'prompt' | 'hanging' | 'mute' = 'prompt'): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      if (kind === 'mute') return;
      const at = performance.now();
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<'type' | 'challenge' | 'timestamp', string>;
      if (body.type === 'webhook.verification') {
        const proof = createHmac('sha256', WEBHOOK_SECRET).update(`verify.${body.challenge}`).digest('base64');
        response.end(JSON.stringify({ challenge: body.challenge, response: proof }));
      } else if (kind === 'prompt') {
        arrivals.push({ at, happened: Date.parse(body.timestamp) });
        response.writeHead(204).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, arrivals, close };
}
