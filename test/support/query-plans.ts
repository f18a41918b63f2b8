import pg from 'pg';
import type { School } from './school.js';

/** A sequential scan of a smaller table costs less than its index. */
const SMALL_TABLE_ROWS = 1_000;
/** The number of rows that a query may read and discard. */
const MAX_DROPPED_ROWS = 1_000;

type Query = (...parameters: unknown[]) => unknown;

interface SentQuery {
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/**
 * Runs `work`, then EXPLAIN ANALYZE on each query of tenant tables that it sent. Returns descriptions of sequential
 * scans and of plans that discard many rows.
 */
export async function slowParts(school: School, work: () => Promise<unknown>): Promise<string[]> {
  const sizes = await tableSizes(school);
  const problems: string[] = [];
  for (const { text, values } of await queriesOf(work)) {
    const { rows } = await school.app.rows.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    for (const node of nodes(rows[0]['QUERY PLAN'][0].Plan)) {
      const problem = problemOf(node, sizes);
      if (problem !== undefined) problems.push(`${problem}: ${text}`);
    }
  }
  return problems;
}

/**
 * Runs `work`, then EXPLAIN ANALYZE on each statement that matches. Returns the most rows that a plan read of one table, and
 * the conditions of all plans.
 */
export async function readsOf(
  school: School,
  pattern: RegExp,
  work: () => Promise<unknown>,
): Promise<{ most: number; conditions: string[] }> {
  let most = 0;
  const conditions: string[] = [];
  for (const { text, values } of await queriesOf(work, pattern)) {
    const { rows } = await school.app.rows.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    for (const node of nodes(rows[0]['QUERY PLAN'][0].Plan)) {
      if (node['Relation Name'] === undefined) continue;
      const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      most = Math.max(most, (node['Actual Rows'] + dropped) * node['Actual Loops']);
      conditions.push(node['Index Cond'] ?? '', node.Filter ?? '');
    }
  }
  return { most, conditions };
}

/** The queries that the process sends, by default those of tenant tables. */
async function queriesOf(
  work: () => Promise<unknown>,
  pattern = /^\s*(select|with)\b.*\borganization_id\b/is,
): Promise<SentQuery[]> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const sent: SentQuery[] = [];
  prototype.query = function (this: unknown, ...parameters: unknown[]) {
    const [first, second] = parameters;
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as SentQuery);
    if (pattern.test(text)) sent.push({ text, values: values as unknown[] });
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  if (sent.length === 0) throw new Error('no query of a tenant table was sent');
  return sent;
}

function problemOf(node: PlanNode, sizes: ReadonlyMap<string, number>): string | undefined {
  const table = node['Relation Name'] ?? '';
  if (node['Node Type'] === 'Seq Scan' && (sizes.get(table) ?? 0) >= SMALL_TABLE_ROWS) return `reads all of ${table}`;
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const total = dropped * node['Actual Loops'];
  return total > MAX_DROPPED_ROWS ? `reads and drops ${total} rows of ${table || 'a subquery'}` : undefined;
}

/** The node of a plan and all below it. */
export function nodes<Node extends { Plans?: Node[] }>(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap((part) => nodes(part))];
}

async function tableSizes(school: School): Promise<ReadonlyMap<string, number>> {
  const { rows } = await school.rows<{ table: string; size: number }>(
    `select relname as table, reltuples::integer as size from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and $1::uuid is not null`,
  );
  return new Map(rows.map(({ table, size }) => [table, size]));
}
