import { resolve } from 'node:path';
import { median } from '../support/figures.js';
import { GROUP } from '../support/group-writes.js';
import { sendOrdinarily, type OrdinaryRequest } from '../support/ordinary-client.js';
import { serviceEnvironment, startProcess, startService } from '../support/service-process.js';
import { openStage, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** The dist/ folder of another build, such as that of a release: its rounds alternate with those of this one. */
const { OTHER_BUILD } = process.env;

interface Build {
  name: string;
  url: string;
  apiKey: string;
  cpuSeconds: () => number;
  stop: () => Promise<void>;
  microseconds: Record<'write' | 'list', number[]>;
}

/** The service's CPU for a write and for a list of 20 groups, driven by Node's own http client over 8 kept connections. */
export async function measureOrdinaryClient(stage: Stage, effort: Effort): Promise<Row[]> {
  const builds = [await thisBuild(stage), ...(OTHER_BUILD === undefined ? [] : [await otherBuild(OTHER_BUILD)])];
  try {
    for (const build of builds) for (const kind of KINDS) await run(build, kind, effort.warmUpSeconds);
    for (let round = 0; round < effort.rounds * 2; round += 1) {
      const order = round % 2 === 0 ? builds : builds.toReversed();
      for (const kind of KINDS) {
        for (const build of order) build.microseconds[kind].push(await run(build, kind, effort.seconds));
      }
    }
  } finally {
    for (const build of builds) await build.stop();
  }
  return KINDS.flatMap((kind) => rowsOf(kind, builds));
}

const KINDS = ['write', 'list'] as const;

/** Microseconds of the service's CPU for a request. */
async function run(build: Build, kind: (typeof KINDS)[number], seconds: number): Promise<number> {
  const { apiKey, url } = build;
  const requests: Record<typeof kind, OrdinaryRequest> = {
    write: { url: `${url}/api/v1/groups`, method: 'POST', apiKey, body: GROUP },
    list: { url: `${url}/api/v1/groups?limit=20`, method: 'GET', apiKey },
  };
  const before = build.cpuSeconds();
  const count = await sendOrdinarily(requests[kind], seconds);
  return ((build.cpuSeconds() - before) / count) * 1e6;
}

async function thisBuild(stage: Stage): Promise<Build> {
  const service = await startService(stage);
  return { name: '', apiKey: stage.apiKey, ...service, microseconds: { write: [], list: [] } };
}

/** With a database of its own, as its migrations are others. */
async function otherBuild(folder: string): Promise<Build> {
  const start = (environment: Record<string, string>) =>
    startProcess([resolve(folder, 'service/main.js')], environment);
  const stage = await openStage({ migrate: async (urls) => (await start(serviceEnvironment(urls))).stop() });
  const service = await start(serviceEnvironment(stage.cluster));
  const stop = async (): Promise<void> => {
    await service.stop();
    await stage.close();
  };
  return { name: 'other', apiKey: stage.apiKey, ...service, stop, microseconds: { write: [], list: [] } };
}

function rowsOf(kind: 'write' | 'list', [own, other]: Build[]): Row[] {
  const what = kind === 'write' ? 'write' : 'list of 20';
  const rows = [
    {
      measure: `an ordinary client: the service's CPU for a ${what}`,
      value: median(own.microseconds[kind]),
      unit: 'µs',
    },
  ];
  if (!other) return rows;
  const ratios = own.microseconds[kind].map((value, round) => value / other.microseconds[kind][round]);
  return [
    ...rows,
    { measure: '… of the other build', value: median(other.microseconds[kind]), unit: 'µs' },
    { measure: '… this build ÷ the other', value: median(ratios), unit: '×', wanted: '≤ 1' },
    { measure: '… in the lowest round', value: Math.min(...ratios), unit: '×' },
    { measure: '… in the highest round', value: Math.max(...ratios), unit: '×' },
  ];
}
