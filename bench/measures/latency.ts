import { stealClock } from '../support/cpu.js';
import { syncAtRate } from '../support/disk.js';
import { median } from '../support/figures.js';
import { writeGroups, writeGroupsAtRate } from '../support/group-writes.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const SHARE_OF_PEAK = 0.7;
const OPEN_CONNECTIONS = 64;

/** The peak must be stable, as the load is a share of it. */
const SAME_PEAK = 0.1;
const MOST_ROUNDS = 4;

interface Round {
  lone: number;
  half: number;
  p99: number;
  ratio: number;
  /** The p99 of a program that only calls fsync at the same rate, relative to the same single write. */
  diskRatio: number;
  /** CPU time of a write by the service, in µs. */
  cpu: number;
  rate: number;
  stolen: number;
  /** The peak after the measure relative to the peak before. */
  drift: number;
}

/**
 * The p99 of writes at a fixed rate, 70 % of the peak, relative to the mean of a single write. The median covers rounds
 * in which the machine's speed was stable; that of all rounds is printed too.
 */
export async function measureLatency(stage: Stage, effort: Effort): Promise<Row[]> {
  const service = await startService(stage);
  const { apiKey } = stage;
  const peakNow = async (): Promise<number> => (await writeGroups(service.url, effort.seconds, { apiKey })).perSecond;
  await writeGroups(service.url, effort.warmUpSeconds, { apiKey });
  const rounds: Round[] = [];
  const even = (): Round[] => rounds.filter(({ drift }) => Math.abs(drift - 1) <= SAME_PEAK);
  let peak = await peakNow();
  while (even().length < effort.rounds && rounds.length < effort.rounds * MOST_ROUNDS) {
    const lone = await writeGroups(service.url, effort.seconds, { apiKey, connections: 1 });
    const rate = peak * SHARE_OF_PEAK;
    const steal = stealClock();
    const cpuBefore = service.cpuSeconds();
    const open = await writeGroupsAtRate(service.url, rate, effort.seconds * 2, {
      apiKey,
      connections: OPEN_CONNECTIONS,
    });
    const cpu = ((service.cpuSeconds() - cpuBefore) / (rate * effort.seconds * 2)) * 1e6;
    const stolen = steal() * 100;
    const disk = await syncAtRate(rate, effort.seconds * 2);
    const peakAfter = await peakNow();
    rounds.push({
      lone: lone.mean,
      half: open.p50,
      p99: open.p99,
      ratio: open.p99 / lone.mean,
      diskRatio: disk.p99 / lone.mean,
      cpu,
      rate,
      stolen,
      drift: peakAfter / peak,
    });
    peak = peakAfter;
  }
  await service.stop();
  const counted = even().length > 0 ? even() : rounds;
  const of = (name: keyof Round, among = counted): number => median(among.map((round) => round[name]));
  const cpus = rounds.map(({ cpu }) => cpu);
  return [
    { measure: 'latency: mean of a lone write', value: of('lone'), unit: 'ms' },
    { measure: '… of half of them at 70 % of the peak', value: of('half'), unit: 'ms' },
    { measure: `latency: p99 at ${Math.round(of('rate'))} writes/s, 70 % of the peak`, value: of('p99'), unit: 'ms' },
    { measure: '… p99 ÷ the lone write', value: of('ratio'), unit: '×', wanted: '≤ 8' },
    { measure: '… of a program that only syncs 8 kB at that rate', value: of('diskRatio'), unit: '×' },
    {
      measure: '… CPU of a write, slowest ÷ fastest of all rounds',
      value: Math.max(...cpus) / Math.min(...cpus),
      unit: '',
    },
    { measure: '… of the processors, the host took meanwhile', value: of('stolen'), unit: '%' },
    { measure: '… rounds in which the peak stayed within a tenth', value: even().length, unit: `of ${rounds.length}` },
    { measure: '… p99 ÷ the lone write, of all rounds', value: of('ratio', rounds), unit: '×' },
  ];
}
