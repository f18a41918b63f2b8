import type { Schemas } from '@delivery-service/client';

export interface Total {
  requests: number;
  reads: number;
  writes: number;
  replays: number;
  refused: number;
  throttled: number;
  /** How many were refused with each status. */
  byStatus: Record<string, number>;
}

/** What rows add up to. */
function totalOf(rows: readonly Schemas['ApiUsage'][]): Total {
  const total: Total = { requests: 0, reads: 0, writes: 0, replays: 0, refused: 0, throttled: 0, byStatus: {} };
  for (const { refused, ...row } of rows) {
    for (const name of ['requests', 'reads', 'writes', 'replays', 'throttled'] as const) total[name] += row[name];
    for (const [status, count] of Object.entries(refused as Record<string, number>)) {
      total.byStatus[status] = (total.byStatus[status] ?? 0) + count;
      total.refused += count;
    }
  }
  return total;
}

/** What the rows of each day, or of each key, add up to. */
export function totalsBy(rows: readonly Schemas['ApiUsage'][], by: 'date' | 'apiKeyId'): Map<string, Total> {
  const groups = new Map<string, Schemas['ApiUsage'][]>();
  for (const row of rows) {
    const group = groups.get(row[by]);
    if (group) group.push(row);
    else groups.set(row[by], [row]);
  }
  return new Map([...groups].map(([name, own]) => [name, totalOf(own)]));
}
