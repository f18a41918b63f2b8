import { postgresCpuClock } from '../support/cpu.js';
import { grow, growOrganizations } from '../support/grown-database.js';
import { writeGroups } from '../support/group-writes.js';
import { median } from '../support/figures.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { openStage, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** The number of organizations that write; the others only exist. */
const MOST_ACTIVE = 1_000;

/** Rounds after which the database is measured even if writes still read blocks. */
const BLOCKS_WHEN_WARM = 0.05;
const MOST_WARM_UPS = 24;

/**
 * The write rate of a grown database against that of an empty one. Writes rotate over the active organizations. The
 * cost of the first use of a key, which is read and recorded, is a separate figure.
 */
export async function measureGrowth(stage: Stage, effort: Effort): Promise<Row[]> {
  const empty = await openStage();
  const rows: Row[] = [];
  try {
    const [full, fresh] = [await startService(stage), await startService(empty)];
    await writeGroups(full.url, effort.warmUpSeconds, stage);
    await writeGroups(fresh.url, effort.warmUpSeconds, empty);
    const apiKeys = [stage.apiKey];
    for (const organizations of effort.growthOrganizations) {
      apiKeys.push(...(await growOrganizations(stage, organizations - apiKeys.length)));
      const last = organizations === effort.growthOrganizations.at(-1);
      const count = effort.growthRows.toLocaleString('en');
      if (last) {
        const started = performance.now();
        await grow(stage, effort.growthRows);
        const seconds = (performance.now() - started) / 1000;
        rows.push({ measure: `growth: loading ${count} rows into each of three tables`, value: seconds, unit: 's' });
      }
      const step = Math.max(1, Math.floor(apiKeys.length / MOST_ACTIVE));
      const active = apiKeys.filter((_, index) => index % step === 0);
      const warmUp = await writeUntilWarm(full, stage, active, effort);
      const written = { full: 0, fresh: 0 };
      const ratioOf = async (keys: readonly string[]): Promise<number> => {
        const grown = await writeGroups(full.url, effort.seconds, { apiKeys: keys });
        const small = await writeGroups(fresh.url, effort.seconds, empty);
        written.full += grown.requests;
        written.fresh += small.requests;
        return grown.perSecond / small.perSecond;
      };
      const spent = last ? { full: await costClock(full, stage), fresh: await costClock(fresh, empty) } : undefined;
      const ratios: number[] = [];
      for (let round = 0; round < effort.rounds * 2; round += 1) ratios.push(await ratioOf(active));
      const what = `${organizations.toLocaleString('en')} organizations${last ? ` and ${count} rows` : ''}`;
      rows.push({
        measure: `growth: write rate with ${what} ÷ empty`,
        value: median(ratios),
        unit: '',
        wanted: '≥ 0.95',
      });
      if (spent) {
        rows.push({ measure: '… after a warm-up of', value: warmUp.seconds, unit: 's' });
        rows.push({ measure: '… blocks that a write of its first seconds read', value: warmUp.blocksRead, unit: '' });
        rows.push(...costRows(await spent.full(written.full), await spent.fresh(written.fresh)));
      }
      if (!last || step === 1) continue;
      const unused = apiKeys.filter((_, index) => index % step !== 0);
      rows.push({ measure: '… when every write is the first use of its key', value: await ratioOf(unused), unit: '' });
    }
    await full.stop();
    await fresh.stop();
    return rows;
  } finally {
    await empty.close();
  }
}

/**
 * Writes until the pages that writes need are in the shared buffers. Prints how long that took, and how many blocks a
 * write of the first round read.
 */
async function writeUntilWarm(
  service: ServiceProcess,
  stage: Stage,
  apiKeys: readonly string[],
  effort: Effort,
): Promise<{ seconds: number; blocksRead: number }> {
  const blocksRead: number[] = [];
  let isWarm = false;
  while (!isWarm && blocksRead.length < MOST_WARM_UPS) {
    const spent = await costClock(service, stage);
    const { requests } = await writeGroups(service.url, effort.warmUpSeconds, { apiKeys });
    const cost = await spent(requests);
    blocksRead.push(cost.blocksRead);
    isWarm = cost.blocksRead <= BLOCKS_WHEN_WARM;
  }
  return { seconds: blocksRead.length * effort.warmUpSeconds, blocksRead: blocksRead[0] };
}

/** Averages per write. */
interface Cost {
  serviceMicroseconds: number;
  postgresMicroseconds: number;
  blocksRead: number;
  logBytes: number;
  pageImages: number;
}

/** Measures the cost of the stage's writes from now until their number is known. */
async function costClock(service: ServiceProcess, stage: Stage): Promise<(writes: number) => Promise<Cost>> {
  const postgresCpu = await postgresCpuClock(stage);
  const read = async (): Promise<number[]> => {
    const { rows } = await stage.admin.query<Record<string, string>>(
      `select (select sum(reads) from pg_stat_io where backend_type = 'client backend') as blocks, wal_bytes, wal_fpi
       from pg_stat_wal`,
    );
    const { blocks, wal_bytes: bytes, wal_fpi: images } = rows[0];
    return [service.cpuSeconds() * 1e6, postgresCpu() * 1e6, Number(blocks), Number(bytes), Number(images)];
  };
  const before = await read();
  return async (writes) => {
    const each = (await read()).map((count, index) => (count - before[index]) / writes);
    const [serviceMicroseconds, postgresMicroseconds, blocksRead, logBytes, pageImages] = each;
    return { serviceMicroseconds, postgresMicroseconds, blocksRead, logBytes, pageImages };
  };
}

function costRows(grown: Cost, empty: Cost): Row[] {
  return [
    {
      measure: '… CPU of a write by the service ÷ empty',
      value: grown.serviceMicroseconds / empty.serviceMicroseconds,
      unit: '',
    },
    {
      measure: '… CPU of a write by PostgreSQL ÷ empty',
      value: grown.postgresMicroseconds / empty.postgresMicroseconds,
      unit: '',
    },
    { measure: '… blocks that a write reads into the shared buffers', value: grown.blocksRead, unit: '' },
    { measure: '… pages that a write copies into the log whole', value: grown.pageImages, unit: '' },
    { measure: '… log of a write ÷ empty', value: grown.logBytes / empty.logBytes, unit: '' },
  ];
}
