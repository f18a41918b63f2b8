import { NativeSelect } from '@mantine/core';
import { strings } from '../strings/common.js';
import type { Order } from './sorting.js';

interface SortSelectProps {
  columns: readonly { header: string; value?: unknown }[];
  order: Order | null | undefined;
  onOrder: (order: Order | null) => void;
}

/** Sorts where the page is narrow: the cards of a table have no headers to press. */
export function SortSelect({ columns, order, onOrder }: SortSelectProps) {
  const orders = columns
    .filter(({ value }) => value !== undefined)
    .flatMap(({ header }) => [false, true].map((isDescending) => ({ header, isDescending })));
  const isChosen = (one: Order) => one.header === order?.header && one.isDescending === order.isDescending;
  return (
    <NativeSelect
      label={strings.list.sortBy}
      className="sort-select"
      value={String(orders.findIndex(isChosen))}
      data={[
        { value: '-1', label: strings.list.unsorted },
        ...orders.map((one, at) => ({
          value: String(at),
          label: strings.list.sortedBy(one.header, one.isDescending),
        })),
      ]}
      onChange={({ currentTarget }) => onOrder(orders[Number(currentTarget.value)] ?? null)}
    />
  );
}
