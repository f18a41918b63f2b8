import type { Type } from '@nestjs/common';
import { itemsRefused } from '../errors/refusals.js';
import { invalidFields, ServiceError, type FieldIssue } from '../errors/service-error.js';
import { Uuid } from '../fields/identifiers.js';
import { NestedList } from '../fields/nested.js';
import { WholeNumber } from '../fields/numbers.js';
import { repetitions } from '../fields/repetitions.js';
import { OneOf, Text } from '../fields/text.js';
import { declareWrite, LOCKED, type WriteOperation } from './operation.js';
import type { TargetPolicy } from './target.js';
import type { CrossChecked } from '../fields/validation.js';

const MAX_DETAILS = 100;

/** The field of the items that names the resource, by the prototype of the request class. */
const itemIds = new WeakMap<object, string>();

/** The body of a write on many. The subclass adds what the items share, and the items. */
export abstract class BulkRequest<Item extends object = object> implements CrossChecked {
  abstract items: readonly Item[];

  @OneOf(['stop', 'skip'], {
    optional: true,
    description:
      'What to do if an item is refused. stop (the default): change nothing and name the refused items. skip: change ' +
      'the others.',
    example: 'skip',
  })
  onRefusal?: 'stop' | 'skip';

  /** The issues with items that repeat an earlier one. A subclass with rules of its own adds them. */
  crossIssues(): FieldIssue[] {
    const field = itemIds.get(Object.getPrototypeOf(this) as object) as keyof Item & string;
    const ids = this.items.map(({ [field]: id }) => id);
    return repetitions(ids, 'must not repeat an item', (index) => `items.${index}.${field}`);
  }
}

/** The items of a bulk write; `id` is the field that no two of them may share. */
export function BulkItems<Item extends object>(
  item: () => Type<Item>,
  { id, maxItems = 500 }: { id: keyof Item & string; maxItems?: number },
): PropertyDecorator {
  return (target, key) => {
    itemIds.set(target, id);
    NestedList(item, { minItems: 1, maxItems, description: 'In the order in which they are applied' })(target, key);
  };
}

/** Why an item can be refused. With `stop`, a request has the highest status of its refused items. */
interface RefusalRule {
  status: 400 | 403 | 409;
  /** A field of the item; `issue` says what is wrong with it: "must be …". */
  field: string;
  issue: string;
}

export type RefusalRules<Code extends string> = Readonly<Record<Code, RefusalRule>>;

/** An item's refusal; `id` is of the resource that was found, if any. */
export class Refusal<Code extends string> {
  constructor(
    readonly code: Code,
    readonly id: string | null = null,
  ) {}
}

export interface BulkItemResult {
  index: number;
  outcome: 'done' | 'skipped';
  id: string | null;
  code: string | null;
  issue: string | null;
}

export interface BulkResult<Item extends object = object> {
  total: number;
  done: number;
  skipped: number;
  results: (BulkItemResult & Item)[];
}

/** The response class of a bulk write. `noun` is in PascalCase: "BulkEnrollment"; `Further` has more fields of each item. */
export function bulkResultOf<Item extends object = object>(
  noun: string,
  rules: RefusalRules<string>,
  made: string,
  Further: Type<Item> = class {} as Type<Item>,
): Type<BulkResult<Item>> {
  class ItemResult extends (Further as Type) implements BulkItemResult {
    @WholeNumber({ description: 'Index in `items`' }) index: number;
    @OneOf(['done', 'skipped'], { description: 'Whether the item was applied' }) outcome: 'done' | 'skipped';
    @Uuid({ nullable: true, description: made }) id: string | null;

    @OneOf(Object.keys(rules), { nullable: true, description: 'Why the item was skipped', example: null })
    code: string | null;

    @Text({ nullable: true, description: 'The same as a sentence', example: null }) issue: string | null;
  }
  class Result implements BulkResult<Item> {
    @WholeNumber({ description: 'Number of items' }) total: number;
    @WholeNumber({ description: 'Number of items that were applied' }) done: number;
    @WholeNumber({ description: 'Number of items that were skipped' }) skipped: number;

    @NestedList(() => ItemResult, { description: 'One for each item, in their order' })
    results: (BulkItemResult & Item)[];
  }
  Object.defineProperty(ItemResult, 'name', { value: `${noun}ItemResult` });
  Object.defineProperty(Result, 'name', { value: `${noun}Result` });
  return Result;
}

type BulkDeclaration<Path extends string, Body, Result> = Omit<
  WriteOperation<Path, Body, Result>,
  'kind' | 'method' | 'status' | 'event' | 'action' | 'refusals'
> & { action: string; target?: TargetPolicy; refusals?: WriteOperation['refusals'] };

/** Declares a write on many: `POST /cohorts/:cohortId/bulk-enrollments`, whose status does not depend on the outcome. */
export function declareBulk<const Path extends string, Body, Result>(
  declaration: BulkDeclaration<Path, Body, Result>,
): WriteOperation<Path, Body, Result> {
  const { refusals = {} } = declaration;
  return declareWrite<Path, Result, Body>({
    ...declaration,
    refusals: {
      400: 'A field is invalid, an item is given twice or, with onRefusal stop, an item is refused.',
      ...refusals,
      409: `${refusals[409] ?? ''} With onRefusal stop, the state of a resource refuses an item (\`items_refused\`). ${LOCKED}`.trim(),
    },
  });
}

/** The items of a bulk write, each refused or accepted as what is to be done. */
export class JudgedItems<Accepted extends object, Code extends string> {
  readonly accepted: readonly Accepted[];

  private constructor(
    private readonly verdicts: readonly (Accepted | Refusal<Code>)[],
    private readonly rules: RefusalRules<Code>,
  ) {
    this.accepted = verdicts.filter((verdict): verdict is Accepted => !(verdict instanceof Refusal));
  }

  /** Judges the items in their order. With `stop`, throws 400, 403 or 409 if one is refused. */
  static of<Item extends object, Accepted extends object, Code extends string>(
    { items, onRefusal = 'stop' }: BulkRequest<Item>,
    rules: RefusalRules<Code>,
    judge: (item: Item) => Accepted | Refusal<Code>,
  ): JudgedItems<Accepted, Code> {
    const judged = new JudgedItems(items.map(judge), rules);
    if (onRefusal === 'stop') judged.requireAll();
    return judged;
  }

  /** The counts, for the audit entry. */
  get counts(): { total: number; done: number; skipped: number } {
    const [total, done] = [this.verdicts.length, this.accepted.length];
    return { total, done, skipped: total - done };
  }

  /** The result; `ids` are those of the accepted items, in their order. */
  result(ids: readonly string[]): BulkResult {
    const rest = ids.values();
    const results = this.verdicts.map((verdict, index): BulkItemResult => {
      if (!(verdict instanceof Refusal)) {
        return { index, outcome: 'done', id: rest.next().value ?? null, code: null, issue: null };
      }
      const { code, id } = verdict;
      const { field, issue } = this.rules[code];
      return { index, outcome: 'skipped', id, code, issue: `${field} ${issue}.` };
    });
    return { ...this.counts, results };
  }

  private requireAll(): void {
    const refused = this.verdicts.flatMap((verdict, index) => {
      if (!(verdict instanceof Refusal)) return [];
      const { status, field, issue } = this.rules[verdict.code];
      return [{ status, detail: { field: `items.${index}.${field}`, issue } }];
    });
    if (refused.length === 0) return;
    const details = refused.slice(0, MAX_DETAILS).map(({ detail }) => detail);
    if (refused.every(({ status }) => status === 400)) throw invalidFields(details);
    const message = `${refused.length} of ${this.verdicts.length} items were refused.`;
    if (refused.some(({ status }) => status === 409)) throw itemsRefused.error(message, { details });
    throw new ServiceError('forbidden', message, details);
  }
}

/** The result for a caller who reaches some of the resources: `reached` returns those of the given ids. */
export async function narrowResults(
  first: BulkResult,
  reached: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<BulkResult> {
  const ids = await reached(first.results.flatMap(({ id }) => id ?? []));
  return { ...first, results: first.results.filter(({ id }) => id === null || ids.has(id)) };
}
