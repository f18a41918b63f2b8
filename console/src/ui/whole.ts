/** The result of `useList`. */
export interface Pages<Item> {
  items: Item[];
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: (options?: { cancelRefetch: boolean }) => Promise<NextPage<Item>>;
  refetch: () => unknown;
}

interface NextPage<Item> {
  data: { pages: { items: Item[] }[] } | undefined;
  hasNextPage: boolean;
  isError: boolean;
}

/** Reads a list to its end; undefined where a page could not be read. */
export async function allOf<Item>(list: Pages<Item>): Promise<Item[] | undefined> {
  for (;;) {
    const { data, hasNextPage, isError } = await list.fetchNextPage({ cancelRefetch: false });
    if (isError) return undefined;
    if (!hasNextPage) return data?.pages.flatMap(({ items }) => items);
  }
}
