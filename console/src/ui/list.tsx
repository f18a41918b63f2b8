import { Button, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import { Empty, Failed, Loading } from './states.js';
import { Table, type Column, type Selection, type TableProps } from './table.js';

export { Table, type Column, type Selection };

/** The result of `useList`. */
interface Pages<Item> {
  items: Item[];
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: (options?: { cancelRefetch: boolean }) => unknown;
  refetch: () => unknown;
}

interface PagedProps<Item> {
  list: Pages<Item>;
  empty: ReactNode;
  /** Shows the items read so far. `isStale`: they answer an earlier question. */
  children: (items: Item[], isStale: boolean) => ReactNode;
}

/** A list by cursor: the next page is read when its end comes into view, or by its button. */
export function Paged<Item>({ list, empty, children }: PagedProps<Item>) {
  const { items, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  if (isPending) return <Loading />;
  if (items.length === 0) {
    if (isPlaceholderData) return <Loading />;
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Empty>{empty}</Empty>;
  }
  const retry = () => {
    if (list.isFetchNextPageError) void fetchNextPage();
    else void refetch();
  };
  return (
    <>
      {children(items, isPlaceholderData)}
      {error ? <Failed error={error} onRetry={retry} /> : null}
      {hasNextPage && !error && !isPlaceholderData && (
        <More
          count={items.length}
          isBusy={isFetchingNextPage}
          onMore={() => void fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

interface ListProps<Item> extends Omit<TableProps<Item>, 'items' | 'isStale'> {
  list: Pages<Item>;
  empty: ReactNode;
}

/** A list by cursor as a table, with how many rows were read. */
export function List<Item>({ list, empty, ...table }: ListProps<Item>) {
  const { items, hasNextPage } = list;
  return (
    <>
      <Paged list={list} empty={empty}>
        {(shown, isStale) => <Table {...table} items={shown} isStale={isStale} />}
      </Paged>
      {items.length > 0 && (
        <Text size="sm" c="dimmed" role="status" mt="xs">
          {hasNextPage ? strings.list.soFar(items.length) : strings.list.all(items.length)}
        </Text>
      )}
    </>
  );
}

/** Reads on as long as its end is in view, also where that is so again after a page. */
function More({ count, isBusy, onMore }: { count: number; isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const [isInView, setIsInView] = useState(false);
  const onEnd = useEffectEvent(onMore);
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '400px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isInView && !isBusy) onEnd();
  }, [isInView, isBusy, count]);
  return (
    <div ref={end} className="more">
      <Button variant="default" onClick={onMore} loading={isBusy}>
        {strings.list.more}
      </Button>
    </div>
  );
}

/** A choice among a few values, such as the filter of a list: buttons of which one is pressed. */
export function Filter<Value extends string>(props: {
  label: string;
  values: readonly Value[];
  value: Value;
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
}) {
  return (
    <div role="group" aria-label={props.label} className="filter">
      {props.values.map((value) => (
        <UnstyledButton
          key={value}
          className="filter-choice"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {props.nameOf(value)}
        </UnstyledButton>
      ))}
    </div>
  );
}
