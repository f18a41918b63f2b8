import { median } from '../support/figures.js';
import { CONNECTIONS, writeGroups } from '../support/group-writes.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { putLoad, type Load } from '../support/load.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** Answers a second over the service at the URL. */
type Run = (url: string, seconds: number) => Promise<number>;

/** What two processes behind one port do, against one. Load generator and PostgreSQL share the machine with them. */
export async function measureProcesses(stage: Stage, effort: Effort): Promise<Row[]> {
  const cohort = await addLargeCohort(stage, 1_000);
  const read =
    (path: string): Run =>
    async (url, seconds) => {
      const headers = { 'x-api-key': stage.apiKey };
      const load: Load = { url: `${url}/api/v1${path}`, method: 'GET', headers, connections: CONNECTIONS, seconds };
      const { perSecond, failures } = await putLoad(load);
      if (failures > 0) throw new Error(`${failures} reads failed`);
      return perSecond;
    };
  const runs: Record<string, Run> = {
    'reads of a cohort by id': read(`/cohorts/${cohort}`),
    'cockpits of 1,000 enrollments': read(`/cohorts/${cohort}/cockpit`),
    writes: async (url, seconds) => (await writeGroups(url, seconds, { apiKey: stage.apiKey })).perSecond,
  };
  const services = [await startService(stage), await startService(stage, 'service/main.js', { PROCESSES: '2' })];
  try {
    const rows: Row[] = [];
    for (const [name, run] of Object.entries(runs)) rows.push(...(await compare(name, run, services, effort)));
    return rows;
  } finally {
    for (const service of services) await service.stop();
  }
}

async function compare(name: string, run: Run, services: ServiceProcess[], effort: Effort): Promise<Row[]> {
  for (const { url } of services) await run(url, effort.warmUpSeconds);
  const rates: number[][] = [[], []];
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      rates[which].push(await run(services[which].url, effort.seconds));
    }
  }
  const ratios = rates[1].map((rate, round) => rate / rates[0][round]);
  return [
    { measure: `${name} a second, one process`, value: median(rates[0]), unit: '/s' },
    { measure: '… two processes ÷ one', value: median(ratios), unit: '×' },
    { measure: '… in the lowest round', value: Math.min(...ratios), unit: '×' },
    { measure: '… in the highest round', value: Math.max(...ratios), unit: '×' },
  ];
}
