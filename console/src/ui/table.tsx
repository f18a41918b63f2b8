import { useMediaQuery } from '@mantine/hooks';
import { memo, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import { SortSelect } from './sort-select.js';
import { ariaSort, nextOrder, type Order } from './sorting.js';

export interface Column<Item> {
  header: string;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the end of their cell. */
  isNumber?: boolean;
  /** What the cell says, to sort by and for a file. */
  value?: (item: Item) => string | number | null;
}

export interface Selection<Item> {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Names the row for whoever does not see it. */
  nameOf: (item: Item) => string;
}

export interface TableProps<Item> {
  /** What the list has, for its caption. */
  label: string;
  items: Item[];
  /** The same array as long as the same is shown, so that a checkbox renders its own row alone. */
  columns: Column<Item>[];
  idOf: (item: Item) => string;
  selection?: Selection<Item> | undefined;
  /** The rows answer an earlier question: they are shown, and cannot be used. */
  isStale?: boolean;
  /** By which column the rows are sorted; null: as the service lists them. Without `onOrder` they cannot be sorted. */
  order?: Order | null;
  onOrder?: (order: Order | null) => void;
}

/** A table; where the page is narrow, each row is a card. The roles keep it a table for assistive technology then. */
export function Table<Item>({ label, items, columns, idOf, selection, isStale = false, ...sorting }: TableProps<Item>) {
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  const toggle = useCallback((id: string, isPicked: boolean) => {
    if (!latest.current) return;
    const next = new Set(latest.current.selected);
    if (isPicked) next.add(id);
    else next.delete(id);
    latest.current.onChange(next);
  }, []);
  const all = selection && <AllBox items={items} idOf={idOf} selection={selection} />;
  return (
    <div className="table-frame" inert={isStale} aria-busy={isStale}>
      {isNarrow && all && (
        <label className="select-all">
          {all} {strings.list.selectAll}
        </label>
      )}
      {isNarrow && sorting.onOrder && <SortSelect columns={columns} order={sorting.order} onOrder={sorting.onOrder} />}
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" className="pick">
                {isNarrow ? <span className="visually-hidden">{strings.list.picked}</span> : all}
              </th>
            )}
            {columns.map((column) => (
              <Header key={column.header} column={column} {...(!isNarrow && sorting)} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => {
            const id = idOf(item);
            const pick = selection && { name: selection.nameOf(item), isPicked: selection.selected.has(id) };
            return <Row key={id} id={id} item={item} columns={columns} {...pick} toggle={toggle} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderProps<Item> extends Pick<TableProps<Item>, 'order' | 'onOrder'> {
  column: Column<Item>;
}

function Header<Item>({ column: { header, isNumber, value }, order = null, onOrder }: HeaderProps<Item>) {
  const canSort = value !== undefined && onOrder !== undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={canSort ? ariaSort(order, header) : undefined}
    >
      {canSort ? (
        <button type="button" className="sort" onClick={() => onOrder(nextOrder(order, header))}>
          {header}
        </button>
      ) : (
        header
      )}
    </th>
  );
}

interface RowProps<Item> {
  id: string;
  item: Item;
  columns: Column<Item>[];
  /** What its checkbox is named after. Rows without one cannot be selected. */
  name?: string;
  isPicked?: boolean;
  toggle: (id: string, isPicked: boolean) => void;
}

function PlainRow<Item>({ id, item, columns, name, isPicked = false, toggle }: RowProps<Item>) {
  return (
    <tr role="row" data-selected={isPicked || undefined}>
      {name !== undefined && (
        <td role="cell" className="pick">
          <input
            type="checkbox"
            aria-label={strings.list.select(name)}
            checked={isPicked}
            onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
          />
        </td>
      )}
      {columns.map(({ header, cell, isNumber }) => (
        <td key={header} role="cell" data-label={header} className={isNumber ? 'number' : undefined}>
          {cell(item)}
        </td>
      ))}
    </tr>
  );
}

const Row = memo(PlainRow) as typeof PlainRow;

interface AllBoxProps<Item> {
  items: Item[];
  idOf: (item: Item) => string;
  selection: Selection<Item>;
}

function AllBox<Item>({ items, idOf, selection }: AllBoxProps<Item>) {
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
