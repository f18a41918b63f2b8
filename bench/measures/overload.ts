import { median, percentile } from '../support/figures.js';
import { groupWrites } from '../support/group-writes.js';
import { putLoad } from '../support/load.js';
import { putOpenLoad, type Sent } from '../support/open-load.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const CONNECTIONS = 64;
/** Many clients, but no overload: all of them must be served. */
const BURST_CONNECTIONS = 200;
/** Connections per request per second: enough for the requests in flight when the slowest take seconds. */
const CONNECTIONS_PER_RATE = 1.5;
const TIMES_THE_PEAK = 3;
const CALM_SHARE = 0.5;
const WINDOW_MS = 250;

/** The throughput under three times the peak load, and the time until the service has recovered. */
export async function measureOverload(stage: Stage, effort: Effort): Promise<Row[]> {
  const service = await startService(stage);
  const { apiKey } = stage;
  const closed = (connections: number, seconds: number) =>
    putLoad(groupWrites(service.url, seconds, { apiKey, connections }));
  const open = (rate: number, seconds: number) => {
    const connections = Math.ceil(rate * CONNECTIONS_PER_RATE);
    return putOpenLoad(groupWrites(service.url, seconds, { apiKey, connections }), rate);
  };
  await closed(CONNECTIONS, effort.warmUpSeconds);
  const rounds: { goodput: number; refused: number; refusal: number; served: number; back: number; other: number }[] =
    [];
  let burstFailures = 0;
  const peakNow = async (): Promise<number> => (await closed(CONNECTIONS, effort.seconds)).perSecond;
  let before = await peakNow();
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    burstFailures += (await closed(BURST_CONNECTIONS, effort.seconds)).failures;
    const sent = await open(before * TIMES_THE_PEAK, effort.seconds * 2);
    const calm = await open(before * CALM_SHARE, effort.seconds);
    const after = await peakNow();
    // The machine's speed varies: the peak is measured before and after.
    const peak = (before + after) / 2;
    rounds.push({ ...summary(sent, peak, effort.seconds * 2), back: secondsUntilServed(calm) });
    before = after;
  }
  await service.stop();
  const of = (name: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[name]));
  return [
    { measure: 'overload, 3 × the peak: goodput ÷ peak', value: of('goodput'), unit: '', wanted: '≥ 0.80' },
    { measure: '… share refused with 503 and Retry-After', value: of('refused'), unit: '' },
    { measure: '… answered otherwise, or not at all', value: of('other'), unit: '', wanted: '0' },
    { measure: '… p95 of a refusal', value: of('refusal'), unit: 'ms' },
    { measure: '… p95 of what is served', value: of('served'), unit: 'ms' },
    { measure: '… until all of half the peak is served again', value: of('back'), unit: 's', wanted: '≤ 5' },
    {
      measure: `${BURST_CONNECTIONS} connections, closed loop: not served`,
      value: burstFailures,
      unit: '',
      wanted: '0',
    },
  ];
}

function summary(sent: Sent[], peak: number, seconds: number) {
  const served = sent.filter(({ status }) => status === 201);
  const refused = sent.filter(({ status, retryAfter }) => status === 503 && retryAfter);
  // Requests may be answered later; the rate covers the time until then.
  const last = Math.max(seconds * 1_000, ...served.map(({ at, milliseconds }) => at + milliseconds));
  return {
    goodput: served.length / (last / 1_000) / peak,
    refused: refused.length / sent.length,
    refusal:
      refused.length === 0
        ? 0
        : percentile(
            refused.map(({ milliseconds }) => milliseconds),
            95,
          ),
    served: percentile(
      served.map(({ milliseconds }) => milliseconds),
      95,
    ),
    other: sent.length - served.length - refused.length,
  };
}

/** The first window from which all requests are served. */
function secondsUntilServed(sent: Sent[]): number {
  const lastRefused = Math.max(-1, ...sent.filter(({ status }) => status !== 201).map(({ at }) => at));
  return lastRefused < 0 ? 0 : ((Math.floor(lastRefused / WINDOW_MS) + 1) * WINDOW_MS) / 1_000;
}
