import { nodes } from './query-plans.js';
import type { Rows } from './rows.js';

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Alias?: string;
  'Join Type'?: string;
  Strategy?: string;
  Plans?: PlanNode[];
  [condition: string]: unknown;
}

const CONDITIONS = ['Index Cond', 'Filter', 'Recheck Cond', 'Join Filter', 'Hash Cond', 'Merge Cond', 'Function Call'];
/** Nodes that return no more rows than their input. */
const PASSING = ['Limit', 'Materialize', 'Sort', 'Subquery Scan', 'Memoize', 'Result', 'Hash', 'Unique', 'LockRows'];
/** A column is compared with a single value, not with any of several. */
const EQUALS_VALUE = String.raw`\)?(::\w+)? = (?!ANY)`;

/** What row-level security adds for workers of all organizations. */
const OF_WORKERS = /\(current_setting\('app\.worker'::text, true\) = 'on'::text\) OR /g;

/**
 * With these settings a nested loop remains only where no equation joins the two sides. The service plans with smaller limits
 * of joins: what the order of joins alone would make of a statement is not looked for.
 */
export const NO_NESTED_LOOPS = `set local enable_nestloop = off; set local enable_seqscan = off;
  set local enable_bitmapscan = off; set local enable_memoize = off; set local enable_material = off;
  set local join_collapse_limit = 30; set local from_collapse_limit = 30; set local geqo = off`;

/** Finds joins of rows that have only their organization in common. */
export class CrossJoins {
  private constructor(private readonly uniqueKeys: ReadonlyMap<string, string[][]>) {}

  static async of(rows: Rows): Promise<CrossJoins> {
    const found = await rows.query<{ table: string; columns: string[] }>(
      `select t.relname as table, array(
         select a.attname::text from unnest(i.indkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
         where k.place <= i.indnkeyatts) as columns
       from pg_index i join pg_class t on t.oid = i.indrelid
       where i.indisunique and i.indpred is null and i.indexprs is null and t.relnamespace = 'public'::regnamespace`,
    );
    const keys = new Map<string, string[][]>();
    for (const { table, columns } of found.rows) keys.set(table, [...(keys.get(table) ?? []), columns]);
    return new CrossJoins(keys);
  }

  /** Whether a plan that was made with `NO_NESTED_LOOPS` has such a join, of two sides whose rows grow with the organization. */
  isIn(plan: PlanNode): boolean {
    return nodes(plan).some((node) => {
      if (node['Node Type'] !== 'Nested Loop') return false;
      const [outer, inner] = inputs(node);
      if (this.isFew(outer) || this.isFew(inner)) return false;
      return !mentions(conditionsOf(inner), aliasesOf(outer));
    });
  }

  /** Whether its number of rows does not grow with the organization. */
  private isFew(node: PlanNode): boolean {
    const { 'Node Type': type, 'Relation Name': table, 'Join Type': join } = node;
    if (table !== undefined && /Scan/.test(type)) return this.hasKey(node, table);
    if (type === 'Aggregate') return node.Strategy === 'Plain';
    if (type === 'Append') return inputs(node).every((part) => this.isFew(part));
    const [first, second] = inputs(node);
    if (type === 'Result' && first === undefined) return true;
    if (join === 'Semi' || join === 'Anti') return this.isFew(first);
    if (join === 'Right Semi' || join === 'Right Anti') return this.isFew(second);
    if (join !== undefined) return this.isFew(first) && (this.isUniqueJoin(node) || this.isFew(second));
    return PASSING.includes(type) && this.isFew(first);
  }

  /** Each row of the first side meets at most one of the second. */
  private isUniqueJoin({ 'Join Type': join, 'Inner Unique': isUnique }: PlanNode): boolean {
    return isUnique === true && (join === 'Inner' || join === 'Left');
  }

  private hasKey(node: PlanNode, table: string): boolean {
    const filter = text(node.Filter).replaceAll(OF_WORKERS, '');
    const conditions = `${text(node['Index Cond'])} ${filter.includes(' OR ') ? '' : filter}`;
    const isGiven = (column: string) => new RegExp(`\\b${node.Alias}\\.${column}${EQUALS_VALUE}`).test(conditions);
    return (this.uniqueKeys.get(table) ?? []).some((columns) => columns.every(isGiven));
  }
}

/** Without the plans of sub-selects in its expressions. */
function inputs({ Plans = [] }: PlanNode): PlanNode[] {
  return Plans.filter(({ 'Parent Relationship': kind }) => kind !== 'InitPlan' && kind !== 'SubPlan');
}

function aliasesOf(node: PlanNode): string[] {
  return nodes(node).flatMap(({ Alias }) => Alias ?? []);
}

function conditionsOf(node: PlanNode): string {
  return nodes(node)
    .flatMap((part) => CONDITIONS.map((name) => text(part[name])))
    .join(' ');
}

function mentions(conditions: string, aliases: string[]): boolean {
  return aliases.some((alias) => new RegExp(`\\b"?${alias.replaceAll(/\W/g, '.')}"?\\.`).test(conditions));
}

function text(condition: unknown): string {
  return typeof condition === 'string' ? condition : '';
}
