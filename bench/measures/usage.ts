import type { Caller } from '#kernel/access';
import { UsageCounts } from '#kernel/authentication';
import type { Clock } from '#kernel/clock';
import { median } from '../support/figures.js';
import { writeGroups } from '../support/group-writes.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const CALLS = 200_000;

/** What the counting of requests costs a write: the calls alone, in turns with a service that writes. */
export async function measureUsage(stage: Stage, effort: Effort): Promise<Row[]> {
  const service = await startService(stage);
  const calls: number[] = [];
  const writes: number[] = [];
  const write = (seconds: number) => writeGroups(service.url, seconds, { apiKey: stage.apiKey });
  await write(effort.warmUpSeconds);
  microsecondsOfACount();
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    const before = service.cpuSeconds();
    const { requests } = await write(effort.seconds);
    writes.push(((service.cpuSeconds() - before) / requests) * 1e6);
    calls.push(microsecondsOfACount());
  }
  await service.stop();
  return [
    { measure: 'counting one request', value: median(calls), unit: 'µs' },
    {
      measure: '… ÷ CPU of one write (Node)',
      value: median(calls.map((call, n) => (call / writes[n]) * 100)),
      unit: '%',
      wanted: '≤ 1',
    },
  ];
}

/** The class of the service, in this process; what is written once a minute is not in it. */
function microsecondsOfACount(): number {
  const clock: Clock = { now: () => new Date() };
  const usage = new UsageCounts(undefined as never, clock);
  const caller = { organizationId: 'organization', apiKeyId: 'key' } as Caller;
  const startedAt = performance.now();
  for (let call = 0; call < CALLS; call += 1) usage.count(caller, { kind: 'write', status: 201, replayed: false });
  return ((performance.now() - startedAt) / CALLS) * 1_000;
}
