import type { Rows } from './rows.js';

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Alias?: string;
  'Join Type'?: string;
  'Group Key'?: string[];
  Strategy?: string;
  Plans?: PlanNode[];
  [condition: string]: unknown;
}

const CONDITIONS = ['Index Cond', 'Filter', 'Recheck Cond', 'Join Filter', 'Hash Cond', 'Merge Cond', 'Function Call'];
/** They pass on at most the rows that they are given. */
const PASSING = ['Limit', 'Materialize', 'Sort', 'Subquery Scan', 'Memoize', 'Result', 'Unique', 'LockRows'];
/** The column is compared with a value that is given for each look-up, not with one of several. */
const EQUALS_VALUE = String.raw`\)?(::\w+)? = (?!ANY)`;

/** With them, PostgreSQL combines every row of one side with every row of the other only where no equation connects them. */
export const NO_NESTED_LOOPS = `set local enable_nestloop = off; set local enable_seqscan = off;
  set local enable_bitmapscan = off; set local enable_memoize = off; set local enable_material = off;
  set local join_collapse_limit = 30; set local from_collapse_limit = 30; set local geqo = off`;

/** Finds joins that combine rows of which nothing is known but that they belong to one organization. */
export class CrossJoins {
  private constructor(private readonly uniqueKeys: ReadonlyMap<string, string[][]>) {}

  static async of(rows: Rows): Promise<CrossJoins> {
    const found = await rows.query<{ table: string; columns: string[] }>(
      `select t.relname as table, array(
         select a.attname::text from unnest(i.indkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
         where k.place <= i.indnkeyatts) as columns
       from pg_index i join pg_class t on t.oid = i.indrelid
       where i.indisunique and t.relnamespace = 'public'::regnamespace`,
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

  /** Whether its number of rows is that of the statement, not of the organization. */
  private isFew(node: PlanNode): boolean {
    const { 'Node Type': type, 'Relation Name': table, 'Join Type': join } = node;
    if (table !== undefined && /Scan/.test(type)) return this.hasKey(node, table);
    if (type === 'Aggregate') return node.Strategy === 'Plain' && node['Group Key'] === undefined;
    if (type === 'Append') return inputs(node).every((part) => this.isFew(part));
    const [first, second] = inputs(node);
    if (type === 'Result' && first === undefined) return true;
    if (join !== undefined) return this.isFew(first) && (/Semi|Anti/.test(join) || this.isFew(second));
    return PASSING.includes(type) && this.isFew(first);
  }

  private hasKey(node: PlanNode, table: string): boolean {
    const conditions = `${text(node['Index Cond'])} ${text(node.Filter)}`;
    const isGiven = (column: string) => new RegExp(`\\b${node.Alias}\\.${column}${EQUALS_VALUE}`).test(conditions);
    return (this.uniqueKeys.get(table) ?? []).some((columns) => columns.every(isGiven));
  }
}

function nodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodes)];
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
  return condition === undefined ? '' : JSON.stringify(condition);
}
