import { grow, growOrganizations } from '../support/grown-database.js';
import { writeGroups } from '../support/group-writes.js';
import { median } from '../support/figures.js';
import { startService } from '../support/service-process.js';
import { openStage, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** The write rate of a database that grows against that of an empty one beside it. Writes go to all organizations in turn. */
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
      const ratios: number[] = [];
      // The first writes of a database that was just loaded bring its pages in.
      await writeGroups(full.url, effort.warmUpSeconds, { apiKeys });
      for (let round = 0; round < effort.rounds; round += 1) {
        const grown = await writeGroups(full.url, effort.seconds, { apiKeys });
        const small = await writeGroups(fresh.url, effort.seconds, empty);
        ratios.push(grown.perSecond / small.perSecond);
      }
      const what = `${organizations.toLocaleString('en')} organizations${last ? ` and ${count} rows` : ''}`;
      rows.push({
        measure: `growth: write rate with ${what} ÷ empty`,
        value: median(ratios),
        unit: '',
        wanted: '≥ 0.95',
      });
    }
    await full.stop();
    await fresh.stop();
    return rows;
  } finally {
    await empty.close();
  }
}
