import { inThisTrace } from '#kernel/tracing';

type Run<Item, Result> = (key: string, items: Item[]) => Promise<Result[]>;

interface Waiting<Item, Result> {
  item: Item;
  /** In the trace of the item. */
  run: Run<Item, Result>;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches items by key: while a run for a key is in progress, further items of that key wait and form the next batch. A
 * single item runs at once; under load, many share one transaction.
 */
export class Batcher<Item, Result> {
  private readonly gathered = new Map<string, Waiting<Item, Result>[]>();
  private readonly running = new Set<string>();

  /** `run` returns one result for each item, in the order of the items. */
  constructor(
    private readonly run: Run<Item, Result>,
    private readonly largest = 64,
  ) {}

  add(key: string, item: Item): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      const added = { item, run: inThisTrace(this.run), resolve, reject };
      const waiting = this.gathered.get(key);
      if (waiting) waiting.push(added);
      else this.gathered.set(key, [added]);
    });
    if (!this.running.has(key)) void this.drain(key);
    return result;
  }

  private async drain(key: string): Promise<void> {
    this.running.add(key);
    // Items that are added in the same turn of the event loop join the first batch.
    await Promise.resolve();
    for (let waiting = this.take(key); waiting.length > 0; waiting = this.take(key)) {
      try {
        // A batch is traced with its first item, not with the one that happened to start the first batch.
        const results = await waiting[0].run(
          key,
          waiting.map(({ item }) => item),
        );
        waiting.forEach(({ resolve }, index) => resolve(results[index]));
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    this.running.delete(key);
  }

  private take(key: string): Waiting<Item, Result>[] {
    const waiting = this.gathered.get(key) ?? [];
    const taken = waiting.splice(0, this.largest);
    if (waiting.length === 0) this.gathered.delete(key);
    return taken;
  }
}
