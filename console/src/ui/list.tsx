import { Button, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { strings } from '../strings.js';
import { Empty, Failed, Loading } from './states.js';

export interface Column<Item> {
  header: string;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the end of their cell. */
  isNumber?: boolean;
}

export interface Selection<Item> {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Names the row for whoever does not see it. */
  nameOf: (item: Item) => string;
}

/** The result of `useList`. */
interface Pages<Item> {
  items: Item[];
  error: unknown;
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: (options?: { cancelRefetch: boolean }) => unknown;
  refetch: () => unknown;
}

interface ListProps<Item> {
  /** What the list has, for its caption. */
  label: string;
  list: Pages<Item>;
  columns: Column<Item>[];
  idOf: (item: Item) => string;
  empty: ReactNode;
  selection?: Selection<Item>;
}

/** A list by cursor: the next page is read when its end comes into view, or by its button. */
export function List<Item>({ label, list, columns, idOf, empty, selection }: ListProps<Item>) {
  const { items, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  if (isPending) return <Loading />;
  if (items.length === 0) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Empty>{empty}</Empty>;
  }
  return (
    <>
      <Table label={label} items={items} columns={columns} idOf={idOf} selection={selection} />
      {error ? <Failed error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !error && (
        <More
          count={items.length}
          isBusy={isFetchingNextPage}
          onMore={() => void fetchNextPage({ cancelRefetch: false })}
        />
      )}
      <Text size="sm" c="dimmed" role="status" mt="xs">
        {hasNextPage ? strings.list.soFar(items.length) : strings.list.all(items.length)}
      </Text>
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

type TableProps<Item> = Pick<ListProps<Item>, 'label' | 'columns' | 'idOf' | 'selection'> & { items: Item[] };

/** A table; where the page is narrow, each row is a card. The roles keep it a table for assistive technology then. */
export function Table<Item>({ label, items, columns, idOf, selection }: TableProps<Item>) {
  return (
    <div className="table-frame">
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" className="pick">
                <AllBox items={items} idOf={idOf} selection={selection} />
              </th>
            )}
            {columns.map(({ header, isNumber }) => (
              <th key={header} role="columnheader" scope="col" className={isNumber ? 'number' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => {
            const id = idOf(item);
            return (
              <tr key={id} role="row" data-selected={selection?.selected.has(id) || undefined}>
                {selection && (
                  <td role="cell" className="pick">
                    <RowBox id={id} name={selection.nameOf(item)} selection={selection} />
                  </td>
                )}
                {columns.map(({ header, cell, isNumber }) => (
                  <td key={header} role="cell" data-label={header} className={isNumber ? 'number' : undefined}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function RowBox<Item>({ id, name, selection }: { id: string; name: string; selection: Selection<Item> }) {
  const change = (isPicked: boolean) => {
    const next = new Set(selection.selected);
    if (isPicked) next.add(id);
    else next.delete(id);
    selection.onChange(next);
  };
  return (
    <input
      type="checkbox"
      aria-label={strings.list.select(name)}
      checked={selection.selected.has(id)}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}

type AllBoxProps<Item> = Omit<TableProps<Item>, 'label' | 'columns'>;

function AllBox<Item>({ items, idOf, selection }: Required<AllBoxProps<Item>>) {
  const ids = items.map(idOf);
  const isAll = ids.every((id) => selection.selected.has(id));
  return (
    <input
      type="checkbox"
      aria-label={strings.list.selectAll}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = !isAll && selection.selected.size > 0;
      }}
      onChange={() => selection.onChange(new Set(isAll ? [] : ids))}
    />
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
