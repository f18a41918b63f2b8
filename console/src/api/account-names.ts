import { useQuery } from '@tanstack/react-query';
import { useSession } from './session.js';

/** An entry has the account of its actor; the names of the newest members are read for it, up to this number. */
const MOST = 1_000;

/** Names by account. An account that is not among them is shown by its id. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['account names'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for await (const { accountId, name } of client.pages('/members', { query: { limit: 100 }, signal })) {
        if (!names.has(accountId)) names.set(accountId, name);
        if (names.size === MOST) break;
      }
      return names;
    },
    staleTime: 60_000,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, string> = new Map();
