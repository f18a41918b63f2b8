import { startStandby } from '../../test/support/standby.js';
import { postgresCpuClock } from '../support/cpu.js';
import { median } from '../support/figures.js';
import { writeGroups } from '../support/group-writes.js';
import { uuid } from '../support/ids.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { putLoad } from '../support/load.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';
import { countTrips } from './round-trips.js';

const CONNECTIONS = 8;
const PROGRAMS = 100;

interface Side {
  service: ServiceProcess;
  cpuMs: number[];
  perSecond: number[];
}

/** Of the reads that may lag, the share that the standby has answered. */
async function standbyShare({ service }: Side): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const count = (source: string): number =>
    Number(new RegExp(`^reads_total\\{source="${source}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return count('standby') / (count('standby') + count('primary'));
}

/** What reads cost the primary with a standby that answers them, against without; and what the standby costs a write. */
export async function measureStandby(stage: Stage, effort: Effort): Promise<Row[]> {
  const sizes = effort.cockpitSizes.slice(0, 2);
  const cohorts: string[] = [];
  for (const size of sizes) cohorts.push(await addLargeCohort(stage, size));
  await addPrograms(stage);
  const { adminUrl, ownerUrl, serviceUrl, port } = stage.cluster;
  const standby = await startStandby({ ...stage, adminUrl, ownerUrl, serviceUrl, port });
  const environment = { READ_DATABASE_URL: standby.serviceUrl };
  try {
    await standby.caughtUp();
    const rows: Row[] = [];
    for (const [index, cohort] of cohorts.entries()) {
      const name = `cockpit of ${sizes[index].toLocaleString('en')} enrollments`;
      rows.push(...(await compareReads(stage, effort, environment, { name, path: `/cohorts/${cohort}/cockpit` })));
    }
    rows.push(...(await compareReads(stage, effort, environment, { name: 'list of 50', path: '/programs?limit=50' })));
    rows.push(...(await compareWrites(stage, effort, environment)));
    const trips = await countTrips(stage, environment);
    rows.push(
      { measure: 'round trips of a write, with a standby', value: trips.write, unit: '', wanted: '≤ 3' },
      { measure: '… of a replay', value: trips.replay, unit: '', wanted: '≤ 2' },
      { measure: '… of a read (cockpit), to the primary', value: trips.read, unit: '', wanted: '≤ 2' },
    );
    return rows;
  } finally {
    await standby.stop();
  }
}

async function compareReads(
  stage: Stage,
  effort: Effort,
  environment: Record<string, string>,
  { name, path }: { name: string; path: string },
): Promise<Row[]> {
  const sides: Side[] = [];
  for (const added of [{}, environment]) {
    sides.push({ service: await startService(stage, 'service/main.js', added), cpuMs: [], perSecond: [] });
  }
  const cpu = await postgresCpuClock(stage);
  const read = ({ service }: Side, seconds: number) =>
    putLoad({
      url: `${service.url}/api/v1${path}`,
      method: 'GET',
      headers: { 'x-api-key': stage.apiKey },
      connections: CONNECTIONS,
      seconds,
    });
  for (const side of sides) await read(side, effort.warmUpSeconds / 2);
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const before = cpu();
      const { requests, perSecond, failures } = await read(side, effort.seconds);
      if (failures > 0) throw new Error(`${failures} reads failed`);
      side.cpuMs.push(((cpu() - before) / requests) * 1000);
      side.perSecond.push(perSecond);
    }
  }
  const share = await standbyShare(sides[1]);
  for (const { service } of sides) await service.stop();
  const [alone, beside] = sides.map(({ cpuMs, perSecond }) => ({ cpuMs: median(cpuMs), perSecond: median(perSecond) }));
  return [
    { measure: `CPU of the primary for a ${name}`, value: alone.cpuMs, unit: 'ms' },
    { measure: '… with a standby', value: beside.cpuMs, unit: 'ms' },
    { measure: '… with ÷ without', value: beside.cpuMs / alone.cpuMs, unit: '×', wanted: '< 1' },
    { measure: '… reads that the standby answered', value: share * 100, unit: '%' },
    {
      measure: '… reads a second, with ÷ without, all on one machine',
      value: beside.perSecond / alone.perSecond,
      unit: '×',
    },
  ];
}

async function compareWrites(stage: Stage, effort: Effort, environment: Record<string, string>): Promise<Row[]> {
  const services = [await startService(stage), await startService(stage, 'service/main.js', environment)];
  const write = async ({ url }: ServiceProcess, seconds: number) =>
    (await writeGroups(url, seconds, { apiKey: stage.apiKey })).perSecond;
  for (const service of services) await write(service, effort.warmUpSeconds);
  const ratios: number[] = [];
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    const rates = [0, 0];
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) rates[which] = await write(services[which], effort.seconds);
    ratios.push(rates[1] / rates[0]);
  }
  for (const service of services) await service.stop();
  return [{ measure: 'writes a second with a token ÷ without', value: median(ratios), unit: '×', wanted: '≥ 0.95' }];
}

async function addPrograms({ admin, organizationId }: Stage): Promise<void> {
  for (let count = 0; count < PROGRAMS; count += 1) {
    await admin.query(`insert into programs values ($1, $2, 'Bench', null, 'active', now(), now())`, [
      organizationId,
      uuid(),
    ]);
  }
}
