import { writeGroups } from '../support/group-writes.js';
import { median } from '../support/figures.js';
import { startService } from '../support/service-process.js';
import { openStage, type Stage } from '../support/stage.js';
import { dropIsolation } from '../support/without-isolation.js';
import type { Effort, Row } from './measure.js';

/** The write rate with row-level security and composite keys against a database without either. */
export async function measureTax(stage: Stage, effort: Effort): Promise<Row[]> {
  const bare = await openStage();
  try {
    await dropIsolation(bare.admin);
    const services = [await startService(stage), await startService(bare)] as const;
    const rates: [number, number][] = [];
    await writeGroups(services[0].url, effort.warmUpSeconds, stage);
    await writeGroups(services[1].url, effort.warmUpSeconds, bare);
    for (let round = 0; round < effort.rounds * 4; round += 1) {
      // Who goes first changes, so that a machine that gets slower or faster favours neither.
      const pair: [number, number] = [0, 0];
      for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { apiKey } = which === 0 ? stage : bare;
        pair[which] = (await writeGroups(services[which].url, effort.seconds, { apiKey })).perSecond;
      }
      rates.push(pair);
    }
    for (const service of services) await service.stop();
    const tax = median(rates.map(([own, without]) => 1 - own / without));
    return [{ measure: 'tax of row-level security and composite keys', value: tax * 100, unit: '%', wanted: '≤ 6' }];
  } finally {
    await bare.close();
  }
}
