import type { Schemas } from '@delivery-service/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.js';

/** Rows of days and keys: 92 days of 50 keys, about as many requests as pages of 100. */
const MOST_ROWS = 5_000;
const MOST_KEYS = 1_000;

export interface Usage {
  rows: Schemas['ApiUsage'][];
  /** The first day of which all rows were read; null where that is so of the whole period. */
  since: string | null;
}

/** The rows of a period, latest day first: the API adds up each day of each key. */
export function useUsage(query: { from: string; to: string; apiKeyId?: string }) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['/api-usage', query],
    queryFn: async ({ signal }): Promise<Usage> => {
      const rows: Usage['rows'] = [];
      for await (const row of client.pages('/api-usage', { query: { ...query, limit: 100 }, signal })) {
        // The day of the row that is one too many is not complete.
        if (rows.length === MOST_ROWS) {
          const complete = rows.filter(({ date }) => date > row.date);
          return { rows: complete, since: complete.at(-1)?.date ?? query.to };
        }
        rows.push(row);
      }
      return { rows, since: null };
    },
  });
}

/** The newest keys by id. A key that is not among them is shown by its id. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['key names'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for await (const { id, name, prefix } of client.pages('/api-keys', { query: { limit: 100 }, signal })) {
        names.set(id, `${name} (${prefix}…)`);
        if (names.size === MOST_KEYS) break;
      }
      return names;
    },
    staleTime: 60_000,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, string> = new Map();
