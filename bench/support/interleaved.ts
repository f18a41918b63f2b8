import { percentile } from './figures.js';
import { timeAlone } from './load.js';

const READS = 20;
const ROUNDS = 5;

/** The p95 of each read; they take turns. The first reads on a connection plan the statements. */
export async function interleaved(
  paths: Record<string, string>,
  send: (path: string) => Promise<Response>,
): Promise<Record<string, number>> {
  const times = new Map(Object.keys(paths).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, path] of Object.entries(paths)) {
      const taken = await timeAlone(READS, () => send(path));
      if (round > 0) times.get(name)?.push(...taken);
    }
  }
  return Object.fromEntries([...times].map(([name, taken]) => [name, percentile(taken, 95)]));
}
