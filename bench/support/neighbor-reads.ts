import { setTimeout as delay } from 'node:timers/promises';
import { Peer } from './load-connection.js';
import { requestText } from './load-request.js';

const PAUSE_MS = 20;

/** The reads of a modest organization, one after the other: their times in milliseconds, and how many failed. */
export async function neighborReads(url: string, apiKey: string, seconds: number) {
  const { hostname, port } = new URL(url);
  const text = requestText({ url: `${url}/api/v1/members`, method: 'GET', headers: { 'x-api-key': apiKey } });
  const peer = await Peer.connect(hostname, Number(port));
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const answer = await peer.send(text(), performance.now());
    times.push(answer.milliseconds);
    if (answer.status !== 200) failed += 1;
    await delay(PAUSE_MS);
  }
  peer.close();
  return { times, failed };
}
