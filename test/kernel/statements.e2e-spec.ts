import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Authenticator, issueApiKey } from '#kernel/authentication';
import { declaredTables, GLOBAL_TABLES } from '../../src/kernel/persistence/tables.js';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { readPath, readSamples } from '../conformance/read-samples.js';
import { pathOf } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { School } from '../support/school.js';
import { statementsOf, textsOf } from '../support/statement-log.js';
import { useApp } from '../support/use-school.js';
import { preparedTexts } from './prepared-texts.js';

/** Statements that reach tenant rows without naming the organization as `$1`, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  list_webhook_work_of_all:
    'A worker lists who has work, in read-only transactions that row-level security lets see it.',
  list_due_jobs_of_all: 'A worker lists, in the same way, which jobs are due.',
  list_organizations_with_job: 'A worker lists, in the same way, who has a job that everybody has.',
  count_subscriptions_by_secret_key_of_all:
    'The command line counts, over all organizations, who needs which secret key.',
  list_organizations_with_subscriptions_of_all: 'The command line lists whose secrets it encrypts anew.',
  count_passkeys_of_other_domains_of_all:
    'At startup, which does not wait for it, the passkeys of other domains are counted.',
  oldest_undelivered_of_all: 'The age of the oldest undelivered event, over all organizations, for the metrics.',
};

const OWN_TIME =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(|\b(current_(timestamp|date|time)|localtime(stamp)?)\b/i;
const REFERENCE = /\b(from|join|into|update)\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi;
const NO_ALIAS = /^(where|on|set|order|group|limit|for|values|left|join|inner|cross|using|returning|union|default)$/i;

const app = useApp({ isOwn: true });
let tenantTables: string[];
let texts: Map<string, string>;

beforeAll(async () => {
  const { rows } = await app.rows.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid and p.polname = 'tenant'`,
  );
  tenantTables = rows.map(({ name }) => name);
  texts = preparedTexts(app);
});

/** What is wrong with how a text reaches tenant tables. */
function unboundTables(text: string): string[] {
  const subqueries = [...text.matchAll(/(\w+) as (?:not )?(?:materialized )?\(/g)].map(([, name]) => name);
  return [...text.matchAll(REFERENCE)].flatMap(([reference, verb, table, alias]) => {
    if (!tenantTables.includes(table) || subqueries.includes(table)) return [];
    if (/into/i.test(verb)) {
      const bound = new RegExp(
        `into\\s+"?${table}"?\\s*\\(\\s*"?organization_id"?,[^)]*\\)\\s*(values\\s*\\(\\$1|select \\w+\\.organization_id)`,
        'i',
      );
      return bound.test(text) ? [] : [reference];
    }
    const own = alias === undefined || NO_ALIAS.test(alias) ? '(?<!\\.)' : `\\b${alias}\\.`;
    const column = `${own}organization_id`;
    const bound = new RegExp(`${column} = (\\$1\\b|\\w+\\.organization_id)|\\w+\\.organization_id = ${column}`);
    return bound.test(text) && /organization_id = \$1\b/.test(text) ? [] : [reference];
  });
}

describe('every declared statement', () => {
  it('is one of many', () => {
    expect(declaredStatements().size).toBeGreaterThan(80);
  });

  it('names the organization for every tenant table that it reaches', () => {
    const unbound = [...texts].flatMap(([name, text]) =>
      name in EXCEPTIONS ? [] : unboundTables(text).map((reference) => `${name}: ${reference}`),
    );
    expect(unbound).toEqual([]);
  });

  it('takes the time from the service', () => {
    const timed = [...texts].filter(([, text]) => OWN_TIME.test(text)).map(([name]) => name);
    expect(timed).toEqual([]);
  });

  it('has a reason where it is an exception, and exists', () => {
    for (const [name, reason] of Object.entries(EXCEPTIONS)) {
      expect([...declaredStatements().keys()]).toContain(name);
      expect(reason).not.toBe('');
    }
  });
});

describe('the tables that statements name', () => {
  /** The tables in a plan: those that it scans and those that it changes. */
  function relationsIn(node: unknown): string[] {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([key, value]) =>
      key === 'Relation Name' ? [String(value)] : relationsIn(value),
    );
  }

  it('are all that PostgreSQL finds in their plans', async () => {
    for (const { name, text, tables } of declaredStatements().values()) {
      const { rows } = await app.rows.query<object>(`explain (generic_plan, format json) ${text}`);
      const missed = relationsIn(rows).filter((table) => ![...tables.reads, ...tables.writes].includes(table));
      expect([name, missed]).toEqual([name, []]);
    }
  });

  it('each belong to one context, or to the kernel, and every table of the schema does', async () => {
    const { rows } = await app.rows.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = 'public' and c.relname not like '%migration%' order by 1`,
    );
    const owned = [...declaredTables().values()].flatMap(({ owns }) => Object.keys(owns)).sort();
    expect(owned).toEqual(rows.map(({ name }) => name));
  });

  it('of others are declared as foreign reads only where a statement reads them', () => {
    const { kernel: _kernel, ...contexts } = Object.fromEntries(declaredTables());
    const used = [...declaredStatements().values()].flatMap(({ tables }) => tables.reads);
    for (const { owner, owns, reads } of Object.values(contexts)) {
      expect([owner, reads.filter((table) => table in owns || !used.includes(table))]).toEqual([owner, []]);
    }
  });

  it('without a tenant are few', () => {
    expect(GLOBAL_TABLES).toHaveLength(3);
  });
});

describe('the statements on rows', () => {
  it('are seven for each tenant entity and four for a global one, under names that PostgreSQL does not cut off', () => {
    const names = [...texts.keys()].filter((name) => !declaredStatements().has(name));
    const entities = app.nest.get(DataSource, { strict: false }).entityMetadatas;
    const global = entities.filter(({ tableName }) => GLOBAL_TABLES.includes(tableName));
    expect(names).toHaveLength(7 * entities.length - 3 * global.length);
    expect([...texts.keys()].filter((name) => Buffer.byteLength(name) > 63)).toEqual([]);
  });

  it('are prepared in one form, whichever fields a client sends', async () => {
    const school = await School.open(app);
    const { id } = (await school.owner.client.post('/groups', { name: 'One', type: 'level', scope: 'organization' }))
      .body.data as { id: string };
    const bodies = [{ name: 'Two' }, { capacity: 3 }, { name: 'Three', capacity: null }, { type: 'specialty' }];
    const sent = await textsOf(async () => {
      for (const body of bodies) expect((await school.owner.client.patch(`/groups/${id}`, body)).status).toBe(200);
    });
    expect([...sent].filter((text) => text.startsWith('update "groups"'))).toHaveLength(1);
  });
});

describe('the rule itself', () => {
  it.each([
    'select 1 from groups where id = $2',
    'select 1 from groups g where g.organization_id = $2 and g.id = $1',
    'select 1 from cohorts c join programs p on p.id = c.program_id where c.organization_id = $1',
    'delete from groups where id = $1',
    'update groups set name = $2 where id = $1',
    'insert into groups (id, organization_id) values ($1, $2)',
  ])('finds what is missing in: %s', (text) => {
    expect(unboundTables(text)).not.toEqual([]);
  });

  it.each([
    'select 1 from groups where organization_id = $1 and id = $2',
    'select 1 from cohorts c join programs p on p.organization_id = c.organization_id where c.organization_id = $1',
    'insert into groups (organization_id, id) values ($1, $2)',
    'update "groups" set "name" = $3 where organization_id = $1 and id = $2',
  ])('accepts: %s', (text) => {
    expect(unboundTables(text)).toEqual([]);
  });
});

it('leaves no SQL that the service sends for a read without the organization of the tenant rows in it', async () => {
  const school = await School.open(app);
  await noteUseOfKey(school);
  for (const sample of readSamples) {
    const { operation } = sample;
    const path = readPath(sample, await sample.arrange(school));
    const sent = await textsOf(async () => {
      expect([operation.name, (await school.owner.client.get(path)).status]).toEqual([operation.name, 200]);
    });
    for (const text of sent) {
      const reached = [...text.matchAll(REFERENCE)].some(([, , table]) => tenantTables.includes(table));
      if (reached)
        expect([operation.name, text]).toEqual([operation.name, expect.stringMatching(/organization_id"? = \$1\b/)]);
    }
  }
});

it('leaves no SQL that the service sends for a write without the organization of the tenant rows in it', async () => {
  for (const { operation, arrange } of samples) {
    const school = await School.open(app);
    const call = await arrange(school);
    const sent = await textsOf(async () => {
      const path = pathOf(operation, call.params);
      const response = await school.owner.client.send(operation.method, path, { body: call.body });
      expect([operation.name, response.status]).toEqual([operation.name, operation.status]);
    });
    expect(sent.size).toBeGreaterThan(4);
    for (const text of sent) {
      const reached = [...text.matchAll(REFERENCE)].some(([, , table]) => tenantTables.includes(table));
      if (reached) expect(text).toMatch(/"?organization_id"?( = \$\d|,)/);
      expect(text).not.toMatch(OWN_TIME);
    }
  }
});

it('answers a replay that reads only its key by one statement, in a transaction', async () => {
  const school = await School.open(app);
  const key = { idempotencyKey: randomUUID() };
  const create = () =>
    school.owner.client.post('/groups', { name: 'Level one', type: 'level', scope: 'organization' }, key);
  expect((await create()).body.replayed).toBe(false);
  await noteUseOfKey(school);
  const sent = await statementsOf('rollback', async () => {
    expect((await create()).body.replayed).toBe(true);
  });
  expect(sent).toEqual(['begin read only', 'find_uses_of_key', 'rollback']);
});

it('looks an API key up in a transaction, sent together with its BEGIN and ROLLBACK', async () => {
  const sent = await statementsOf('rollback', async () => {
    const looking = app.nest.get(Authenticator, { strict: false }).authenticate(issueApiKey(randomUUID()).text);
    await expect(looking).rejects.toThrow();
  });
  expect(sent).toEqual(['begin read only', 'find_api_key', 'rollback']);
});
