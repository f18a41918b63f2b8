import { ApiError, type WriteResult } from '@delivery-service/client';

/** What became of the items of one write, or of one write for each item. */
export interface Outcomes {
  done: number;
  skipped: { name: string; issue: string }[];
}

/** Requests of a series that are final in themselves: the others may be carried out. */
const isOfThisItem = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404, 409].includes(error.status);

/**
 * One write for each item, one after the other, each with a key of its own made from the given one. Sent again after a failed connection,
 * those that were carried out are replayed.
 */
export async function writeEach<Item extends { name: string }>(
  items: readonly Item[],
  { idempotencyKey }: { idempotencyKey: string },
  write: (item: Item, once: { idempotencyKey: string }) => Promise<WriteResult<unknown>>,
): Promise<WriteResult<Outcomes>> {
  const data: Outcomes = { done: 0, skipped: [] };
  let last: WriteResult<unknown> | undefined;
  for (const [at, item] of items.entries()) {
    try {
      last = await write(item, { idempotencyKey: `${idempotencyKey}-${at}` });
      data.done += 1;
    } catch (error) {
      if (!isOfThisItem(error)) throw error;
      data.skipped.push({ name: item.name, issue: error.details[0]?.issue ?? error.message });
    }
  }
  return {
    data,
    replayed: false,
    idempotencyKey,
    correlationId: last?.correlationId ?? '',
    consistencyToken: last?.consistencyToken,
  };
}

interface BulkResult {
  done: number;
  results: { index: number; outcome: string; issue: string | null }[];
}

/** The outcomes of a write on many, by the names of its items. */
export function outcomesOf({ done, results }: BulkResult, items: readonly { name: string }[]): Outcomes {
  const skipped = results
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ index, issue }) => ({ name: items[index]?.name ?? String(index + 1), issue: issue ?? '' }));
  return { done, skipped };
}
