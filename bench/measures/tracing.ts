import { incomingSpan, SpanKind, traced } from '#kernel/tracing';
import { tracedStatement } from '../../src/kernel/tracing/tracing.js';
import { median } from '../support/figures.js';
import { writeGroups } from '../support/group-writes.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const STATEMENTS_OF_A_WRITE = 5;
const CALLS = 200_000;

/** What tracing costs a write: the calls alone, without an SDK; and a service with an SDK that drops the spans, against one without. */
export async function measureTracing(stage: Stage, effort: Effort): Promise<Row[]> {
  const calls = Array.from({ length: effort.rounds * 2 }, microsecondsOfCalls);
  const NODE_OPTIONS = `--import ${new URL('../support/dropping-sdk.js', import.meta.url).href}`;
  const services = [await startService(stage), await startService(stage, 'service/main.js', { NODE_OPTIONS })];
  const rates: number[][] = [[], []];
  const microseconds: number[][] = [[], []];
  try {
    const write = (url: string, seconds: number) => writeGroups(url, seconds, { apiKey: stage.apiKey });
    for (const { url } of services) await write(url, effort.warmUpSeconds);
    for (let round = 0; round < effort.rounds * 2; round += 1) {
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const before = services[which].cpuSeconds();
        const { perSecond, requests } = await write(services[which].url, effort.seconds);
        rates[which].push(perSecond);
        microseconds[which].push(((services[which].cpuSeconds() - before) / requests) * 1e6);
      }
    }
  } finally {
    for (const service of services) await service.stop();
  }
  const [without, within] = microseconds.map(median);
  return [
    { measure: 'without an SDK: the calls of one write', value: median(calls), unit: 'µs' },
    { measure: '… ÷ CPU of one write (Node)', value: (median(calls) / without) * 100, unit: '%' },
    { measure: 'CPU of one write without an SDK (Node)', value: without, unit: 'µs' },
    { measure: '… with an SDK that drops the spans', value: within, unit: 'µs' },
    {
      measure: 'writes with an SDK ÷ without',
      value: median(rates[1].map((rate, round) => rate / rates[0][round])),
      unit: '×',
    },
  ];
}

/** The calls that a write makes, in a loop of this process, where no SDK is registered. */
function microsecondsOfCalls(): number {
  const done = Promise.resolve();
  const work = (): Promise<void> => done;
  const startedAt = performance.now();
  for (let call = 0; call < CALLS; call += 1) {
    const attributes = { 'http.request.method': 'POST', 'url.scheme': 'http' };
    incomingSpan({ name: 'POST', kind: SpanKind.SERVER, attributes }, { host: 'localhost' });
    void traced({ name: 'create_group', attributes: { 'delivery.organization_id': 'organization' } }, work);
    for (let n = 0; n < STATEMENTS_OF_A_WRITE; n += 1) void tracedStatement('statement', work);
  }
  return ((performance.now() - startedAt) / CALLS) * 1_000;
}
