import { stealClock } from '../support/cpu.js';
import { median } from '../support/figures.js';
import { writeGroups, writeGroupsAtRate } from '../support/group-writes.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const SHARE_OF_PEAK = 0.7;
const OPEN_CONNECTIONS = 64;

/** p99 of writes that arrive at a fixed rate, 70 % of the peak, against the mean of a write that is alone. */
export async function measureLatency(stage: Stage, effort: Effort): Promise<Row[]> {
  const service = await startService(stage);
  const { apiKey } = stage;
  await writeGroups(service.url, effort.warmUpSeconds, { apiKey });
  const alone: number[] = [];
  const halves: number[] = [];
  const p99s: number[] = [];
  const ratios: number[] = [];
  const rates: number[] = [];
  const stolen: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const peak = await writeGroups(service.url, effort.seconds, { apiKey });
    const lone = await writeGroups(service.url, effort.seconds, { apiKey, connections: 1 });
    const rate = peak.perSecond * SHARE_OF_PEAK;
    const steal = stealClock();
    const open = await writeGroupsAtRate(service.url, rate, effort.seconds * 2, {
      apiKey,
      connections: OPEN_CONNECTIONS,
    });
    alone.push(lone.mean);
    halves.push(open.p50);
    p99s.push(open.p99);
    ratios.push(open.p99 / lone.mean);
    rates.push(rate);
    stolen.push(steal() * 100);
  }
  const calmest = stolen.indexOf(Math.min(...stolen));
  await service.stop();
  return [
    { measure: 'latency: mean of a lone write', value: median(alone), unit: 'ms' },
    { measure: '… of half of them at 70 % of the peak', value: median(halves), unit: 'ms' },
    {
      measure: `latency: p99 at ${Math.round(median(rates))} writes/s, 70 % of the peak`,
      value: median(p99s),
      unit: 'ms',
    },
    { measure: '… p99 ÷ the lone write', value: median(ratios), unit: '×', wanted: '≤ 8' },
    { measure: '… of the processors, the host took meanwhile', value: median(stolen), unit: '%' },
    { measure: '… p99 ÷ the lone write in the calmest round', value: ratios[calmest], unit: '×' },
    { measure: '… of the processors, the host took in that round', value: stolen[calmest], unit: '%' },
  ];
}
