import { tablesOf } from '../../src/kernel/persistence/table-use.js';
import { GLOBAL_TABLES } from '../../src/kernel/persistence/tables.js';

/** What Citus refuses, how a text that does it is found, and a text that does it. */
export type Rule = readonly [rule: string, broken: RegExp | ((sql: string) => boolean), counterexample: string];

const COLUMN = String.raw`(?:\w+\.)?\w+(?:\s+as\s+"?\w+"?)?`;
/** The functions of the schema that read or write tenant tables. */
const TENANT_FUNCTION =
  '(?:app_enter|app_(?:access|session)_state|claim_idempotency_key|find_uses_of_key|find_(?:api|session)_key|record_write)';

/** For the statements of the service, and for those in the functions of the schema. */
export const STATEMENT_RULES: readonly Rule[] = [
  [
    'a setting that the shard needs is SET LOCAL in a function, not set_config',
    /\bset_config\s*\(/i,
    `select set_config('lock_timeout', $1, true)`,
  ],
  [
    'no write inside WITH',
    /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:insert|update|delete)\b/i,
    'with kept as (update events set name = $2 where organization_id = $1 returning id) select id from kept',
  ],
  [
    'INSERT … SELECT takes the organization from a column of a tenant table',
    /\binsert\s+into\s+"?\w+"?\s*\([^)]*\)\s*select\s+(?!\w+\.organization_id\b)/i,
    'insert into events (organization_id, id) select $1, e.id from unnest($2::uuid[]) as e (id)',
  ],
  [
    'INSERT … SELECT has no RETURNING',
    /\binsert\s+into\s+"?\w+"?\s*\([^)]*\)\s*select\b[\s\S]*\breturning\b/i,
    'insert into event_outbox (organization_id, id) select e.organization_id, e.id from events e returning id',
  ],
  [
    'INSERT … SELECT calls no volatile function: ids are made by the service',
    /\binsert\s+into\s+"?\w+"?\s*\([^)]*\)\s*select\b[\s\S]*\b(?:gen_random_uuid|uuid_generate_v\d\w*|random|clock_timestamp|timeofday|nextval)\s*\(/i,
    `insert into course_progress (organization_id, id, enrollment_id)
     select r.organization_id, gen_random_uuid(), $2 from course_progress r where r.organization_id = $1`,
  ],
  [
    'RETURNING has columns only',
    new RegExp(String.raw`\breturning\b(?!\s+${COLUMN}(?:\s*,\s*${COLUMN})*\s*(?:$|[;)]))`, 'i'),
    'update groups set name = $3 where organization_id = $1 and id = $2 returning name = $3 as same',
  ],
  [
    'no recursive CTE across tenants',
    /^(?![\s\S]*organization_id = (?:\$1|organization)\b)[\s\S]*\bwith\s+recursive\b/i,
    'with recursive o as (select organization_id from event_outbox union select organization_id from o) select * from o',
  ],
  [
    'a CTE has no column list',
    /(?:\bwith\s+(?:recursive\s+)?|,\s*)\w+\s*\([\w\s,"]*\)\s*as\s+(?:(?:not\s+)?materialized\s+)?\(/i,
    'with counts (kind, total) as (select 1, 2) select total from counts',
  ],
  [
    'no VALUES as a table',
    /\b(?:from|join)\s*\(\s*values\b/i,
    'select p.name from (values ($2::uuid)) w (id) left join programs p on p.organization_id = $1 and p.id = w.id',
  ],
  [
    'a correlated sub-select names the organization by the parameter',
    namesOuterOrganization,
    `select c.id, (select count(*) from cohort_phases a where a.organization_id = c.organization_id and a.cohort_id = c.id)
     from cohorts c where c.organization_id = $1`,
  ],
  [
    'no function over tenant tables in the select list of a query',
    new RegExp(
      String.raw`(?<!\b(?:select|perform|from|return)\s+|:=\s*)\b${TENANT_FUNCTION}\s*\(|\bselect\s+${TENANT_FUNCTION}\s*\([^)]*\)[^)]*\bfrom\b`,
      'i',
    ),
    'select k.id, app_access_state($1, k.id) as state from api_keys k where k.organization_id = $1',
  ],
  [
    'a global table is not changed by a statement that reads a tenant table',
    changesGlobalByTenant,
    `update api_keys set revoked_at = $2 where organization_id = $1
       and member_id in (select m.id from members m where m.organization_id = $1)`,
  ],
  [
    'a change calculates with times in UTC',
    /\b(?:update|insert)\b[\s\S]*(?<!at time zone 'UTC' )[+-]\s*(?:[$\w.:]+\s*\*\s*)?interval\b/i,
    `update webhook_budgets set spent_until = spent_until + $3 * interval '1 second' where organization_id = $1 and id = $2`,
  ],
  [
    'a row lock names one organization',
    /^(?![\s\S]*organization_id = (?:\$1|organization)\b)[\s\S]*\bfor\s+(?:update|share|no\s+key\s+update|key\s+share)\b/i,
    'select id from webhook_deliveries where due_at <= $1 limit 10 for update skip locked',
  ],
  [
    'a conflict is found by columns, not by the name of a constraint',
    /\bon\s+conflict\s+on\s+constraint\b/i,
    'insert into groups (organization_id, id) values ($1, $2) on conflict on constraint groups_pkey do nothing',
  ],
];

/** For the migrations. */
export const MIGRATION_RULES: readonly Rule[] = [
  [
    'a migration is one block',
    (sql) => !/^(?:\s|--[^\n]*\n)*do \$migration\$[\s\S]*end \$migration\$;\s*$/.test(sql),
    'create table a (id uuid); create table b (id uuid);',
  ],
  [
    'a table is distributed right after it is created; only column statistics come before',
    distributedLate,
    `create table groups (organization_id uuid not null); create index on groups (organization_id);
     perform app_distribute('groups');`,
  ],
  [
    'a new table has no foreign key before it is distributed',
    /\bcreate table \w+ \((?:(?!\n\);)[\s\S])*\breferences\b/i,
    `create table groups (
  organization_id uuid not null references organizations (id)
);
perform app_distribute('groups');`,
  ],
  [
    'a new column has no check and no reference: they are added afterwards',
    /\badd column\b[^;]*\b(?:check|references)\b/i,
    `alter table groups add column kind text check (kind in ('a', 'b'));`,
  ],
  [
    'a constraint is added by a command of its own',
    /\balter table [^;]*\badd (?:constraint|foreign key|check|unique)\b[^;]*,\s*(?:add|alter|drop)\b/i,
    'alter table groups add check (capacity > 0), add column kind text;',
  ],
  [
    'column statistics are set before the table is distributed',
    (sql) =>
      [...sql.matchAll(/\balter table (\w+)\s+alter[^;]*\bset (?:statistics|\(n_distinct)/gi)].some(
        ({ 1: table, index }) => sql.slice(0, index).includes(`app_distribute('${table}'`),
      ),
    `perform app_distribute('groups'); alter table groups alter name set statistics 10;`,
  ],
  [
    'no trigger, no SET NULL or CASCADE, no sequence',
    /\bcreate (?:constraint )?trigger\b|\bon (?:delete|update) (?:set|cascade)\b|\b(?:small|big)?serial\b|\bas identity\b|\bnextval\b/i,
    'create table groups (organization_id uuid not null, number bigserial);',
  ],
];

/** The rules that the text breaks. */
export function brokenRules(sql: string, rules: readonly Rule[]): string[] {
  return rules.flatMap(([rule, broken]) => ((broken instanceof RegExp ? broken.test(sql) : broken(sql)) ? [rule] : []));
}

/** The statements of a PL/pgSQL function. */
export function statementsIn(source: string): string[] {
  return source
    .replace(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.replace(/\s+into\s+\w+(?=\s+from\b)/i, '').trim());
}

function changesGlobalByTenant(sql: string): boolean {
  const { reads, writes } = tablesOf(sql);
  const isGlobal = (table: string): boolean => GLOBAL_TABLES.includes(table);
  return writes.some(isGlobal) && reads.some((table) => !isGlobal(table));
}

function distributedLate(sql: string): boolean {
  const statistics = String.raw`(?:\s|--[^\n]*\n|alter table \w+\s+alter[^;]*\bset (?:statistics|\(n_distinct)[^;]*;)*`;
  return [...sql.matchAll(/\bcreate table (\w+) \([\s\S]*?\n?\);/gi)].some(({ 0: text, 1: table, index }) => {
    const rest = sql.slice(index + text.length);
    return !new RegExp(`^${statistics}perform app_distribute\\('${table}'`).test(rest);
  });
}

/** Whether a sub-select of a statement for one organization compares its organization with that of an outer table. */
function namesOuterOrganization(sql: string): boolean {
  if (!/organization_id = \$1\b/.test(sql)) return false;
  return [...sql.matchAll(/\(\s*select\b/gi)].some(({ index }) => {
    const own = parenthesized(sql, index);
    const names = new Set(
      [...own.matchAll(/\b(?:from|join|,)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/gi)].flatMap((m) => [m[1], m[2]]),
    );
    const compared = [...own.matchAll(/\b(\w+)\.organization_id = (\w+)\.organization_id/g)];
    return compared.some(([, left, right]) => !names.has(left) || !names.has(right));
  });
}

/** The text from the parenthesis at `start` to the one that closes it. */
function parenthesized(sql: string, start: number): string {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    else if (sql[at] === ')') depth -= 1;
    if (depth === 0) return sql.slice(start, at + 1);
  }
  return sql.slice(start);
}
