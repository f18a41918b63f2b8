import { writeGroups } from '../support/group-writes.js';
import { median } from '../support/figures.js';
import { startService } from '../support/service-process.js';
import { openStage, type Stage } from '../support/stage.js';
import { dropIsolation } from '../support/without-isolation.js';
import type { Effort, Row } from './measure.js';

/** V8 optimizes differently in each process, so that every trial has its own processes. */
const TRIALS = 3;

/** The write rate with row-level security and composite keys against a database without them. */
export async function measureTax(stage: Stage, effort: Effort): Promise<Row[]> {
  const bare = await openStage();
  try {
    await dropIsolation(bare.admin);
    const taxes: number[] = [];
    for (let trial = 0; trial < TRIALS; trial += 1) taxes.push(...(await taxesOf(stage, bare, effort)));
    return [
      { measure: 'tax of row-level security and composite keys', value: median(taxes) * 100, unit: '%', wanted: '≤ 6' },
    ];
  } finally {
    await bare.close();
  }
}

async function taxesOf(stage: Stage, bare: Stage, effort: Effort): Promise<number[]> {
  const sides = [
    { ...(await startService(stage)), apiKey: stage.apiKey },
    { ...(await startService(bare)), apiKey: bare.apiKey },
  ];
  for (const { url, apiKey } of sides) await writeGroups(url, effort.warmUpSeconds, { apiKey });
  const taxes: number[] = [];
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    // The order alternates, so that a change in the machine's speed favours neither.
    const rates = [0, 0];
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { url, apiKey } = sides[which];
      rates[which] = (await writeGroups(url, effort.seconds, { apiKey })).perSecond;
    }
    taxes.push(1 - rates[0] / rates[1]);
  }
  for (const side of sides) await side.stop();
  return taxes;
}
