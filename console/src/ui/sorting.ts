/** By which column rows are sorted. */
export interface Order {
  header: string;
  isDescending: boolean;
}

interface Sortable<Item> {
  header: string;
  value?: (item: Item) => string | number | null;
}

/** A header that is pressed sorts up, then down, then not at all. */
export function nextOrder(order: Order | null, header: string): Order | null {
  if (order?.header !== header) return { header, isDescending: false };
  return order.isDescending ? null : { header, isDescending: true };
}

export function ariaSort(order: Order | null, header: string): 'ascending' | 'descending' | 'none' {
  if (order?.header !== header) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}

/** The items in an order. What has no value comes last either way. */
export function sorted<Item>(items: Item[], columns: readonly Sortable<Item>[], order: Order | null): Item[] {
  const value = columns.find(({ header }) => header === order?.header)?.value;
  if (!order || !value) return items;
  const side = order.isDescending ? -1 : 1;
  return items.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return side * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)));
  });
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
