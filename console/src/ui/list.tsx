import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import { CsvButton } from './csv-button.js';
import { sorted, type Order } from './sorting.js';
import { Empty, Failed, Loading } from './states.js';
import { Table, type Column, type Selection, type TableProps } from './table.js';
import { allOf, type Pages } from './whole.js';

export { Table, type Column, type Selection };

/** How much may stand below a list that is the last of its page, such as its count. */
const BELOW_PX = 150;

interface PagedProps<Item> {
  list: Pages<Item>;
  empty: ReactNode;
  /** Shows the items read so far. `isStale`: they answer an earlier question. */
  children: (items: Item[], isStale: boolean) => ReactNode;
}

/** A list by cursor: the next page is read by its button; where nothing stands below, also when its end comes into view. */
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

interface ListProps<Item> extends Omit<TableProps<Item>, 'items' | 'isStale' | 'order' | 'onOrder'> {
  list: Pages<Item>;
  empty: ReactNode;
}

/** A list by cursor as a table, with how many rows were read. Only a list that was read to its end is sorted, or saved as a file. */
export function List<Item>({ list, empty, ...table }: ListProps<Item>) {
  const { items, hasNextPage, isPlaceholderData } = list;
  const [order, setOrder] = useState<Order | null>(null);
  const isSortable = table.columns.some(({ value }) => value !== undefined);
  const isWhole = isSortable && !hasNextPage && !isPlaceholderData;
  return (
    <>
      {hasNextPage && !isPlaceholderData && (table.selection || isSortable) && <Rest list={list} {...table} />}
      <Paged list={list} empty={empty}>
        {(shown, isStale) => (
          <Table
            {...table}
            items={isWhole ? sorted(shown, table.columns, order) : shown}
            isStale={isStale}
            {...(isWhole && { order, onOrder: setOrder })}
          />
        )}
      </Paged>
      {items.length > 0 && (
        <Group justify="space-between" mt="xs">
          <Text size="sm" c="dimmed" role="status">
            {hasNextPage ? strings.list.soFar(items.length) : strings.list.all(items.length)}
            {hasNextPage && isSortable && ` ${strings.list.notWhole}`}
          </Text>
          {isWhole && (
            <CsvButton title={table.label} rows={() => rowsOf(sorted(items, table.columns, order), table.columns)} />
          )}
        </Group>
      )}
    </>
  );
}

/** What is not shown yet: all of it can be selected, or read. */
function Rest<Item>({ list, selection, idOf }: Pick<ListProps<Item>, 'list' | 'selection' | 'idOf'>) {
  const [isBusy, setIsBusy] = useState(false);
  const read = async (): Promise<void> => {
    setIsBusy(true);
    const items = await allOf(list);
    setIsBusy(false);
    // Where a page could not be read, the list says so: nothing is selected then that was not shown.
    if (items && selection) selection.onChange(new Set(items.map(idOf)));
  };
  return (
    <Button size="xs" variant="subtle" loading={isBusy} onClick={() => void read()}>
      {selection ? strings.list.selectWhole : strings.list.readWhole}
    </Button>
  );
}

function rowsOf<Item>(items: readonly Item[], columns: readonly Column<Item>[]): (string | number)[][] {
  const named = columns.filter(({ value }) => value !== undefined);
  return [named.map(({ header }) => header), ...items.map((item) => named.map(({ value }) => value?.(item) ?? ''))];
}

/** Reads on as long as its end is in view, also where that is so again after a page. */
function More({ count, isBusy, onMore }: { count: number; isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const [isInView, setIsInView] = useState(false);
  const onEnd = useEffectEvent(onMore);
  useEffect(() => {
    if (!end.current) return undefined;
    const sentinel = end.current;
    const observer = new IntersectionObserver(
      (entries) => setIsInView(entries.at(-1)?.isIntersecting === true && isLastOnPage(sentinel)),
      { rootMargin: '400px' },
    );
    observer.observe(sentinel);
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

/** A list that grows by itself pushes what stands below it out of reach. */
function isLastOnPage(element: HTMLElement): boolean {
  const below = document.documentElement.scrollHeight - (element.getBoundingClientRect().bottom + window.scrollY);
  return below < BELOW_PX;
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
