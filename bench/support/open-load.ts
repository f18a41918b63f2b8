import { setTimeout as delay } from 'node:timers/promises';
import { Peer } from './load-connection.js';
import { requestText } from './load-request.js';
import type { Load } from './load.js';

/** A request: when it was due, in milliseconds from the start, and its outcome. */
export interface Sent {
  at: number;
  /** From when it was due to its response, including the wait for a connection; Infinity without a response. */
  milliseconds: number;
  /** 0 without a response. */
  status: number;
  retryAfter: boolean;
}

const BATCH = 20;
const PATIENCE_MS = 10_000;

/**
 * Sends requests at a fixed rate, independently of the responses, as the clients of a service do. A request waits while
 * all connections are busy.
 */
export async function putOpenLoad(load: Load, rate: number): Promise<Sent[]> {
  const text = requestText(load);
  const peers = await openPeers(load);
  const idle = [...peers];
  const total = Math.floor(rate * load.seconds);
  const sent: Sent[] = [];
  let begun = 0;
  let ended = 0;
  const started = performance.now();
  const begin = (): void => {
    while (idle.length > 0 && begun < sent.length) {
      const entry = sent[begun];
      const peer = idle.pop() as Peer;
      begun += 1;
      void peer.send(text(), started + entry.at).then(({ status, milliseconds }) => {
        ended += 1;
        entry.status = status;
        if (status !== 0) {
          entry.milliseconds = milliseconds;
          entry.retryAfter = peer.saysRetryAfter;
          idle.push(peer);
        }
        begin();
      });
    }
  };
  while (sent.length < total) {
    const elapsed = performance.now() - started;
    for (let at = dueAt(sent.length, rate); at <= elapsed && sent.length < total; at = dueAt(sent.length, rate)) {
      sent.push({ at, milliseconds: Infinity, status: 0, retryAfter: false });
    }
    begin();
    await delay(1);
  }
  const end = performance.now() + PATIENCE_MS;
  while (ended < total && performance.now() < end) await delay(5);
  for (const peer of peers) peer.close();
  return sent;
}

function dueAt(place: number, rate: number): number {
  return (place * 1_000) / rate;
}

/** Opens a few at a time, with a request each: the system accepts connections before the service does. */
async function openPeers({ url, connections }: Load): Promise<Peer[]> {
  const { hostname, port, origin } = new URL(url);
  const text = requestText({ url: `${origin}/health/live`, method: 'GET', headers: {} });
  const peers: Peer[] = [];
  while (peers.length < connections) {
    const length = Math.min(BATCH, connections - peers.length);
    const some = await Promise.all(Array.from({ length }, () => Peer.connect(hostname, Number(port))));
    await Promise.all(some.map((peer) => peer.send(text(), performance.now())));
    peers.push(...some);
  }
  return peers;
}
