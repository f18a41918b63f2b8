import { Button, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import { Failed, Loading } from './states.js';

interface PagesProps<Item> {
  /** The result of `useList`. */
  list: {
    items: Item[];
    error: unknown;
    isPending: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  idOf: (item: Item) => string;
  empty: string;
  children: (item: Item) => ReactNode;
}

/** A list by cursor that is no table, such as what was handed in for one task. */
export function Pages<Item>({ list, idOf, empty, children }: PagesProps<Item>) {
  const { items, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  if (isPending) return <Loading />;
  if (items.length === 0) {
    if (error) return <Failed error={error} onRetry={() => void refetch()} />;
    return <Text c="dimmed">{empty}</Text>;
  }
  const retry = () => {
    if (hasNextPage) fetchNextPage();
    else refetch();
  };
  return (
    <>
      {items.map((item) => (
        <Fragment key={idOf(item)}>{children(item)}</Fragment>
      ))}
      {error ? <Failed error={error} onRetry={retry} /> : null}
      {hasNextPage && !error && (
        <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.list.more}
        </Button>
      )}
    </>
  );
}
