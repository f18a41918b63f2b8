import type { ApiError, WriteResult } from '@delivery-service/client';
import { isRefusal, wantsRecentSignIn } from './refusal.js';

/** What became of the items of one write, or of one write for each item. */
export interface Outcomes {
  done: number;
  skipped: { name: string; issue: string }[];
}

/** A series of writes that ended before its last item. Sent again, it goes on there. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';

  constructor(
    readonly done: number,
    override readonly cause: unknown,
  ) {
    super('A series of writes ended before its last item.');
  }
}

/** Keys of writes of which an attempt was lost: a later refusal may follow on one that was carried out. */
const lost = new Set<string>();

/** Refusals of one item. A lock, a limit, a key that is no longer accepted or a sign-in that is too old ends the series instead. */
function isOfThisItem(error: ApiError): boolean {
  return [400, 403, 404, 409].includes(error.status) && error.retryAfter === undefined && !wantsRecentSignIn(error);
}

/**
 * One write for each item, one after the other, each with a key of its own made from the given one and the id of the item.
 * Sent again, those that were carried out are replayed.
 */
export async function writeEach<Item extends { name: string }>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { idempotencyKey }: { idempotencyKey: string },
  write: (item: Item, once: { idempotencyKey: string }) => Promise<WriteResult<unknown>>,
): Promise<WriteResult<Outcomes>> {
  const data: Outcomes = { done: 0, skipped: [] };
  let last: WriteResult<unknown> | undefined;
  for (const item of items) {
    const key = `${idempotencyKey}-${idOf(item)}`;
    try {
      last = await write(item, { idempotencyKey: key });
      lost.delete(key);
      data.done += 1;
    } catch (error) {
      const isFinal = isRefusal(error, lost.has(key));
      if (!isFinal) lost.add(key);
      if (!isFinal || !isOfThisItem(error)) throw data.done === 0 ? error : new Unfinished(data.done, error);
      data.skipped.push({ name: item.name, issue: error.details[0]?.issue ?? error.message });
    }
  }
  return {
    data,
    replayed: false,
    bodyDiffers: false,
    idempotencyKey,
    correlationId: last?.correlationId ?? '',
    consistencyToken: last?.consistencyToken,
    etag: undefined,
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
