import { latenciesOf, type Latencies } from './figures.js';
import { Peer, type Answer } from './load-connection.js';
import { requestText, type LoadRequest } from './load-request.js';

export interface Load extends LoadRequest {
  connections: number;
  seconds: number;
}

export interface LoadResult extends Latencies {
  perSecond: number;
  /** Responses other than 2xx, and requests without a response. */
  failures: number;
  requests: number;
  /** CPU seconds of this process. */
  cpuSeconds: number;
}

/**
 * Sends requests over a fixed number of keep-alive connections for a given time, each as soon as the previous response
 * on the connection has arrived.
 */
export async function putLoad(load: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(load.url);
  const text = requestText(load);
  const cpu = process.cpuUsage();
  const peers = await Promise.all(Array.from({ length: load.connections }, () => Peer.connect(hostname, Number(port))));
  const answers: Answer[] = [];
  const started = performance.now();
  const end = started + load.seconds * 1000;
  await Promise.all(peers.map((peer) => sendInTurn(peer, text, end, answers)));
  const elapsed = (performance.now() - started) / 1000;
  for (const peer of peers) peer.close();
  const used = process.cpuUsage(cpu);
  const good = answers.filter(({ status }) => status >= 200 && status < 300).length;
  return {
    perSecond: good / elapsed,
    ...latenciesOf(answers.map(({ milliseconds }) => milliseconds)),
    failures: answers.length - good,
    requests: answers.length,
    cpuSeconds: (used.user + used.system) / 1e6,
  };
}

async function sendInTurn(peer: Peer, text: () => string, end: number, answers: Answer[]): Promise<void> {
  while (performance.now() < end) {
    const answer = await peer.send(text(), performance.now());
    answers.push(answer);
    // A broken connection is not reopened: one failure is enough.
    if (answer.status === 0) return;
  }
}

/** Latencies in milliseconds of sequential requests. */
export async function timeAlone(count: number, send: () => Promise<Response>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    const response = await send();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`answered ${response.status}`);
    times.push(performance.now() - started);
  }
  return times;
}
