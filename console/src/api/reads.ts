import type { DataOf, ItemOf, ListPath, Operation, PathOf, ReadInit } from '@delivery-service/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from './session.js';

interface ReadSettings<Data> {
  /** Nothing is read before it is true. */
  enabled?: boolean;
  /** Milliseconds between two reads, while the page is shown; a function decides by what was read last. */
  every?: number | false | ((data: Data | undefined) => number | false);
}

/** What every read has, without the types of its operation. */
interface AnyInit {
  query?: object;
}

/** The `data` of a read. Writes of this page read it again. */
export function useRead<Path extends PathOf<'get'>>(
  path: Path,
  init: ReadInit<Path>,
  { enabled = true, every = false }: ReadSettings<DataOf<Operation<Path, 'get'>>> = {},
) {
  const { client } = useSession();
  return useQuery({
    queryKey: [path, init],
    queryFn: async ({ signal }) => {
      const read = client.get.bind(client) as (path: Path, init: object) => ReturnType<typeof client.get<Path>>;
      return (await read(path, { ...(init as AnyInit), signal })).data;
    },
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
  });
}

/** A list, page after page: `items` has those read so far, `hasNextPage` says whether there are more. */
export function useList<Path extends ListPath>(
  path: Path,
  init: ReadInit<Path>,
  { enabled = true, every = false }: ReadSettings<ItemOf<Path>[]> = {},
) {
  const { client } = useSession();
  type Answer = { data: DataOf<Operation<Path, 'get'>> & { items: ItemOf<Path>[]; nextCursor: string | null } };
  const read = client.get.bind(client) as unknown as (path: Path, init: object) => Promise<Answer>;
  const { query, ...rest } = init as AnyInit;
  const list = useInfiniteQuery({
    queryKey: [path, init, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const place = pageParam === null ? {} : { cursor: pageParam };
      return (await read(path, { ...rest, query: { ...query, ...place }, signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data && itemsOf(state.data)) : every,
  });
  return { ...list, items: list.data ? itemsOf(list.data) : [] };
}

function itemsOf<Item>({ pages }: { pages: readonly { items: Item[] }[] }): Item[] {
  return pages.flatMap(({ items }) => items);
}
