import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';

const GLOBAL_TABLES = ['accounts', 'api_keys', 'migrations', 'organizations'];
/** Where a worker may look, across tenants, for who has work. */
const LISTED_BY_WORKERS = [
  'event_outbox',
  'member_search_fills',
  'members',
  'passkeys',
  'scheduled_jobs',
  'webhook_deliveries',
  'webhook_subscriptions',
];
const APPEND_ONLY = ['audit_entries', 'enrollment_status_changes', 'events', 'program_status_changes'];

/** What may be there once, beside the primary keys; some of it is guarded by a lock as well. */
const UNIQUE = [
  'checkouts (organization_id, provider_id) WHERE (provider_id IS NOT NULL)',
  `checkouts (organization_id, sale_id) WHERE (status = ANY (ARRAY['preparing'::text, 'open'::text, 'processing'::text]))`,
  'collections (organization_id, installment_id, due_at, number)',
  `collections (organization_id, sale_id) WHERE (status = ANY (ARRAY['sending'::text, 'unknown'::text]))`,
  'disputes (organization_id, provider_id)',
  'payment_providers (organization_id, kind)',
  'payments (organization_id, provider_id) WHERE (provider_id IS NOT NULL)',
  'provider_customers (organization_id, prospect_id, account_id)',
  'provider_events (organization_id, kind, event_id) WHERE (event_id IS NOT NULL)',
  'provider_jobs (organization_id, kind, target_id) WHERE (finished_at IS NULL)',
  'refunds (organization_id, provider_id) WHERE (provider_id IS NOT NULL)',
  'api_usages (organization_id, api_key_id, day, counter)',
  'attendances (organization_id, live_session_id, enrollment_id)',
  'blockers (organization_id, enrollment_id, id)',
  'booking_conflicts (organization_id, booking_id, outside_at)',
  'booking_mirrors (organization_id, booking_id, connection_id)',
  'bookings (organization_id, coaching_session_id)',
  'calendar_connections (organization_id, hook_hash) WHERE (hook_hash IS NOT NULL)',
  'external_objects (organization_id, connection_id, calendar_key, object_key)',
  'cockpit_days (organization_id, cohort_id, date)',
  'calendar_feeds (organization_id, token_hash)',
  'cohort_phases (organization_id, cohort_id, "position")',
  'cohort_phases (organization_id, cohort_id, id)',
  'cohorts (organization_id, program_id, id)',
  'course_blocks (organization_id, course_id, block)',
  'course_completions (organization_id, enrollment_id, course_id)',
  'course_progress (organization_id, enrollment_id, course_id, block)',
  'deadline_extension_tasks (organization_id, deadline_extension_id, member_task_id)',
  `deliverables (organization_id, member_task_id) WHERE (status = 'active'::text)`,
  'enrollment_paths (organization_id, enrollment_id) WHERE (until IS NULL)',
  'enrollment_paths (organization_id, enrollment_id, path_id) WHERE (completed_at IS NOT NULL)',
  'enrollment_status_changes (organization_id, enrollment_id, "position")',
  `enrollments (organization_id, cohort_id, member_id) WHERE (status = ANY (ARRAY['pending'::text, 'active'::text, 'paused'::text, 'completed'::text]))`,
  'enrollments (organization_id, transferred_from_id) WHERE (transferred_from_id IS NOT NULL)',
  'erasure_steps (organization_id, erasure_id, name)',
  `erasures (organization_id, account_id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text]))`,
  'community_mutes (organization_id, member_id)',
  'member_blocks (organization_id, member_id, blocked_member_id)',
  `moderation_cases (organization_id, post_id) WHERE (status = 'open'::text)`,
  'post_media (organization_id, post_id, media_id)',
  'post_reactions (organization_id, post_id, member_id)',
  'post_reports (organization_id, moderation_case_id, member_id)',
  'posts (organization_id, space_id, number)',
  'read_markers (organization_id, space_id, member_id)',
  'event_feed_entries (organization_id, event_feed_id, "position")',
  'event_feed_entries (organization_id, event_feed_id, event_id)',
  'export_links (organization_id, token_hash)',
  'export_parts (organization_id, export_id, "position")',
  'external_identities (organization_id, issuer, subject) WHERE (ended_at IS NULL)',
  'external_identities (organization_id, member_id) WHERE (ended_at IS NULL)',
  'form_participations (organization_id, form_assignment_id, enrollment_id)',
  'form_response_files (organization_id, form_response_id, media_id)',
  'form_response_revisions (organization_id, form_response_id, revision)',
  `form_responses (organization_id, form_assignment_id, enrollment_id) WHERE (status <> 'voided'::text)`,
  'form_responses (organization_id, intake_link_id, intake_key) WHERE (intake_link_id IS NOT NULL)',
  'form_versions (organization_id, form_id, number)',
  'group_memberships (organization_id, group_id, enrollment_id) WHERE (ended_at IS NULL)',
  'idempotency_keys (organization_id, key, operation, target)',
  'installment_notices (organization_id, installment_id, kind, due_at)',
  'invitations (organization_id, token_hash)',
  'lesson_completions (organization_id, enrollment_id, lesson_id)',
  'lesson_media (organization_id, lesson_id, media_id)',
  'lessons (organization_id, course_id, number)',
  'live_session_cohorts (organization_id, cohort_id, live_session_id)',
  'media (organization_id, upload_id) WHERE (upload_id IS NOT NULL)',
  'member_search_fills (organization_id)',
  'member_search_words (organization_id, member_id, word)',
  'member_tasks (organization_id, cohort_task_id, enrollment_id) WHERE (cohort_task_id IS NOT NULL)',
  `members (organization_id, account_id) WHERE (status = 'active'::text)`,
  `members (organization_id, external_id) WHERE ((status = 'active'::text) AND (external_id IS NOT NULL))`,
  'milestone_lessons (organization_id, milestone_id, lesson_id)',
  'milestone_reaches (organization_id, enrollment_id, milestone_id) WHERE (revoked_at IS NULL)',
  'offer_terms (organization_id, offer_id, version)',
  'outcome_measures (organization_id, program_id, key)',
  'passkeys (organization_id, credential_id)',
  'path_courses (organization_id, path_id, course_id)',
  'path_milestones (organization_id, path_id, milestone_id)',
  'paths (organization_id, program_id) WHERE is_default',
  'payments (organization_id, sale_id, reference) WHERE (voided_at IS NULL)',
  'people_import_rows (organization_id, people_import_id, "position")',
  'prospects (organization_id, email)',
  'program_status_changes (organization_id, program_id, "position")',
  'reminder_firings (organization_id, reminder_rule_id, resource_id, enrollment_id, due_at) NULLS NOT DISTINCT',
  'reminder_looks (organization_id)',
  'sale_entries (organization_id, sale_id, "position")',
  'sale_installments (organization_id, sale_id, "position")',
  'sales_links (organization_id, order_key) WHERE (order_key IS NOT NULL)',
  'scheduled_jobs (organization_id, name)',
  'sign_in_proofs (organization_id, hash)',
  'sign_ins (organization_id, secret_hash)',
  'stray_files (organization_id, kind, file_key)',
  'submission_reviews (organization_id, submission_id)',
  'upload_parts (organization_id, upload_id, number)',
  'video_resource_videos (organization_id, video_resource_id, "position")',
  'video_resource_videos (organization_id, video_resource_id, media_id)',
  'webhook_budgets (organization_id, name)',
  'webhook_deliveries (organization_id, subscription_id, event_id)',
  'webhook_delivery_attempts (organization_id, delivery_id, number)',
];

const DENIED = { code: '42501' };
const NO_SUCH_ROW_TO_REFER_TO = { code: '23503' };

const app = useApp();
let tenantTables: string[];

beforeAll(async () => {
  const tables = await catalogue<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );
  tenantTables = tables.map(({ name }) => name).filter((name) => !GLOBAL_TABLES.includes(name));
});

async function catalogue<Row extends object>(sql: string): Promise<Row[]> {
  return (await app.rows.query<Row>(sql)).rows;
}

describe('every table other than the global ones', () => {
  it('is one of at least a dozen', () => {
    expect(tenantTables.length).toBeGreaterThan(12);
  });

  it('has the primary key (organization_id, id)', async () => {
    const keys = await catalogue<{ name: string; columns: string }>(
      `select c.relname as name, (
         select string_agg(a.attname, ', ' order by k.place) from unnest(i.indkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as columns
       from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisprimary and c.relnamespace = 'public'::regnamespace`,
    );
    const columns = Object.fromEntries(keys.map((key) => [key.name, key.columns]));
    for (const table of tenantTables) expect([table, columns[table]]).toEqual([table, 'organization_id, id']);
  });

  it('forces row-level security: one policy binds what is read and written to the tenant, and workers may list', async () => {
    const tables = await catalogue<{ name: string; forced: boolean }>(
      `select relname as name, relrowsecurity and relforcerowsecurity as forced
       from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const policies = await catalogue<{ name: string; row: object }>(
      `select c.relname as name, json_build_object(
         'permissive', p.polpermissive, 'command', p.polcmd, 'toAll', p.polroles = array[0::oid],
         'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)) as row
       from pg_policy p join pg_class c on c.oid = p.polrelid order by p.polname`,
    );
    const ofTenant = `(organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)`;
    const bound = { permissive: true, command: '*', toAll: true, using: ofTenant, check: ofTenant };
    const listing = {
      permissive: true,
      command: 'r',
      toAll: true,
      using: `(current_setting('app.worker'::text, true) = 'on'::text)`,
      check: null,
    };
    for (const table of tenantTables) {
      const wanted = LISTED_BY_WORKERS.includes(table) ? [bound, listing] : [bound];
      expect([table, tables.find(({ name }) => name === table)?.forced]).toEqual([table, true]);
      expect([table, policies.filter(({ name }) => name === table).map(({ row }) => row)]).toEqual([table, wanted]);
    }
  });

  it('has no unique index that does not begin with organization_id', async () => {
    const indexes = await catalogue<{ table: string; name: string; first: string }>(
      `select c.relname as table, n.relname as name, a.attname as first
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisunique and c.relnamespace = 'public'::regnamespace`,
    );
    const others = indexes.filter(({ table, first }) => tenantTables.includes(table) && first !== 'organization_id');
    expect(others).toEqual([]);
  });

  it('keeps what may be there once, by these unique indexes', async () => {
    const indexes = await catalogue<{ table: string; rule: string }>(
      `select c.relname as table, substring(pg_get_indexdef(i.indexrelid) from 'USING btree (.*)') as rule
       from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace order by 1, 2`,
    );
    const ofTenants = indexes.filter(({ table }) => tenantTables.includes(table));
    expect(ofTenants.map(({ table, rule }) => `${table} ${rule}`).sort()).toEqual([...UNIQUE].sort());
  });

  it('has no index at all that does not begin with organization_id', async () => {
    const indexes = await catalogue<{ table: string; definition: string }>(
      `select tablename as table, indexdef as definition from pg_indexes where schemaname = 'public'`,
    );
    const others = indexes.filter(
      ({ table, definition }) => tenantTables.includes(table) && !definition.includes('(organization_id'),
    );
    expect(others).toEqual([]);
  });
});

describe('foreign keys', () => {
  interface ForeignKey {
    name: string;
    from: string;
    to: string;
    columns: string;
    referenced: string;
    actions: string;
    deferrable: boolean;
  }
  let keys: ForeignKey[];

  beforeAll(async () => {
    const columns = (table: string, numbers: string) =>
      `(select string_agg(a.attname, ', ' order by k.place) from unnest(${numbers}) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number)`;
    keys = await catalogue<ForeignKey>(
      `select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
              ${columns('c.conrelid', 'c.conkey')} as columns, ${columns('c.confrelid', 'c.confkey')} as referenced,
              c.confupdtype::text || c.confdeltype::text as actions, c.condeferrable as deferrable
       from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
    );
  });

  it('between tenant tables carry the organization, so that no row refers to another organization', () => {
    const within = keys.filter(({ from, to }) => tenantTables.includes(from) && tenantTables.includes(to));
    expect(within.length).toBeGreaterThan(12);
    for (const { name, columns, referenced } of within) {
      expect([name, columns]).toEqual([name, expect.stringMatching(/^organization_id, \w/)]);
      expect([name, referenced]).toEqual([name, expect.stringMatching(/^organization_id, \w/)]);
    }
  });

  it('of global tables lead to global tables alone', () => {
    expect(keys.filter(({ from, to }) => GLOBAL_TABLES.includes(from) && tenantTables.includes(to))).toEqual([]);
  });

  it('do nothing by themselves and are checked at once', () => {
    expect(keys.filter(({ actions, deferrable }) => actions !== 'aa' || deferrable)).toEqual([]);
  });

  it('join every tenant table to its organization', () => {
    const joined = keys.filter(({ to, columns }) => to === 'organizations' && columns === 'organization_id');
    expect(joined.map(({ from }) => from)).toEqual(expect.arrayContaining(tenantTables));
  });
});

describe('the schema', () => {
  it('has no triggers and no rules', async () => {
    expect(await catalogue('select tgname from pg_trigger where not tgisinternal')).toEqual([]);
    expect(await catalogue(`select rulename from pg_rules where schemaname = 'public'`)).toEqual([]);
  });

  it("has no sequence but the migrations table's own", async () => {
    const sequences = await catalogue<{ name: string }>(
      `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
    );
    expect(sequences.map(({ name }) => name)).toEqual(['migrations_id_seq']);
  });

  it('takes no time, id or other value from the database itself', async () => {
    const defaults = await catalogue<{ table: string; value: string }>(
      `select d.adrelid::regclass::text as table, pg_get_expr(d.adbin, d.adrelid) as value
       from pg_attrdef d join pg_class c on c.oid = d.adrelid where c.relnamespace = 'public'::regnamespace
         and not exists (select 1 from pg_attribute a
           where a.attrelid = d.adrelid and a.attnum = d.adnum and a.attgenerated = 's')`,
    );
    // A column generated from its own row takes nothing from outside of it.
    expect(defaults.filter(({ table, value }) => table !== 'migrations' && /\(/.test(value))).toEqual([]);
  });

  it('has functions that run with the rights of their caller, except those of an erasure', async () => {
    const functions = await catalogue<{ name: string; definer: boolean; source: string }>(
      `select proname as name, prosecdef as definer, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(functions.length).toBeGreaterThan(0);
    for (const { name, definer, source } of functions) {
      expect([name, definer]).toEqual([name, ['erase_account', 'erase_trail'].includes(name)]);
      expect([name, source]).toEqual([
        name,
        expect.not.stringMatching(/\b(now|clock_timestamp)\s*\(|current_timestamp/i),
      ]);
    }
  });
});

describe("the service's role", () => {
  let service: pg.Client;
  let school: School;
  let other: School;

  beforeAll(async () => {
    service = new pg.Client(app.databaseUrl);
    await service.connect();
    school = await School.open(app);
    other = await School.open(app);
  });
  afterAll(() => service.end());

  /** Runs one statement with the given tenant set, or with none, and undoes it. */
  async function as(organization: School | null, sql: string, ...values: unknown[]): Promise<pg.QueryResult> {
    await service.query('begin');
    try {
      if (organization) await service.query('select app_set_organization($1)', [organization.id]);
      return await service.query(sql, values);
    } finally {
      await service.query('rollback');
    }
  }

  it('has no power beyond the rows, owns nothing and belongs to no other role', async () => {
    const { rows } = await service.query(
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful,
              (select count(*)::integer from pg_class c where c.relowner = r.oid) as owned,
              (select count(*)::integer from pg_auth_members m where m.member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ powerful: false, owned: 0, memberships: 0 }]);
  });

  it.each([
    'create table mine (id integer)',
    'create schema mine',
    'create index on groups (id)',
    'create function mine() returns integer language sql as $$ select 1 $$',
    'alter table groups add column mine integer',
    'alter table groups disable row level security',
    'alter table groups no force row level security',
    'create policy mine on groups using (true)',
    'drop policy tenant on groups',
    'drop table groups',
    'truncate groups',
    'create role mine',
    'grant select on groups to public with grant option',
    'select * from migrations',
    'delete from migrations',
    `copy organizations to program 'cat'`,
  ])('can not: %s', async (sql) => {
    await expect(as(school, sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|0LP01|42P17)$/) });
  });

  it('can take no other role', async () => {
    const { rows: roles } = await app.rows.query<{ name: string }>(
      `select rolname as name from pg_roles
       where rolname = (select pg_get_userbyid(relowner) from pg_class where oid = 'groups'::regclass) or rolsuper`,
    );
    expect(roles.length).toBeGreaterThan(0);
    for (const { name } of roles) {
      await expect(as(school, `set role "${name}"`)).rejects.toMatchObject(DENIED);
      await expect(as(school, `set session authorization "${name}"`)).rejects.toMatchObject(DENIED);
    }
  });

  it('can not look past row-level security', async () => {
    await service.query('set row_security = off');
    await expect(as(school, 'select * from groups')).rejects.toMatchObject(DENIED);
    await service.query('reset row_security');
  });

  it('sees no row of any tenant table without a tenant, and can insert none', async () => {
    for (const table of tenantTables) {
      expect([table, (await as(null, `select * from ${table}`)).rowCount]).toEqual([table, 0]);
    }
    const insert = `insert into media (organization_id, id, kind, title, mime_type, url, created_by, created_at)
      values ($1, $2, 'image', 'Cover', 'image/png', 'https://media.example.com/1', $3, $4)`;
    const values = [school.id, uuidv7(), school.owner.accountId, app.now()];
    await expect(as(null, insert, ...values)).rejects.toMatchObject(DENIED);
    expect((await as(school, insert, ...values)).rowCount).toBe(1);
    await expect(as(other, insert, ...values)).rejects.toMatchObject(DENIED);
  });

  it('forgets its tenant with the transaction, so that whoever has the connection next is in none', async () => {
    const tenant = async () =>
      (await service.query<{ id: string | null }>(`select current_setting('app.organization_id', true) as id`)).rows[0]
        .id;
    await service.query('begin');
    await service.query('select app_set_organization($1)', [school.id]);
    expect(await tenant()).toBe(school.id);
    await service.query('commit');
    expect((await tenant()) ?? '').toBe('');
  });

  it("sees, changes and deletes its own tenant's rows only", async () => {
    const mine = await school.phase(await school.cohort(), 1);
    const theirs = await other.phase(await other.cohort(), 1);
    expect((await as(school, 'select id from cohort_phases where id = any($1)', [mine, theirs])).rows).toEqual([
      { id: mine },
    ]);
    for (const verb of [`update cohort_phases set name = 'Mine'`, 'delete from cohort_phases']) {
      expect((await as(school, `${verb} where id = any($1)`, [mine, theirs])).rowCount).toBe(1);
    }
    await expect(
      as(school, 'update cohort_phases set organization_id = $1 where id = $2', other.id, mine),
    ).rejects.toMatchObject(DENIED);
  });

  it('finds the API keys of all, and makes and changes those of its tenant only', async () => {
    const found = 'select organization_id from api_keys where organization_id = any($1)';
    expect((await as(null, found, [school.id, other.id])).rowCount).toBeGreaterThan(1);
    const change = 'update api_keys set name = name where organization_id = any($1)';
    expect((await as(null, change, [school.id, other.id])).rowCount).toBe(0);
    expect((await as(school, change, [other.id])).rowCount).toBe(0);
    expect((await as(school, change, [school.id])).rowCount).toBeGreaterThan(0);
    await expect(as(school, 'delete from api_keys')).rejects.toMatchObject(DENIED);
    const copy = `insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, created_by, created_at)
      select gen_random_uuid(), organization_id, member_id, name, secret_hash, scopes, created_by, created_at
      from api_keys where organization_id = $1`;
    for (const who of [null, other]) await expect(as(who, copy, school.id)).rejects.toMatchObject(DENIED);
  });

  it('finds all organizations, and changes that of its tenant only', async () => {
    const change = 'update organizations set name = name where id = any($1)';
    expect((await as(null, change, [school.id, other.id])).rowCount).toBe(0);
    expect((await as(school, change, [school.id, other.id])).rowCount).toBe(1);
    await expect(
      as(school, 'update organizations set id = $1 where id = $2', uuidv7(), school.id),
    ).rejects.toMatchObject(DENIED);
    await expect(as(school, 'delete from organizations')).rejects.toMatchObject(DENIED);
  });

  it("can not refer to another tenant's rows", async () => {
    const insert = `insert into cohorts (organization_id, id, program_id, name, status, timezone, created_at, updated_at)
      values ($1, $2, $3, 'Spring', 'draft', 'UTC', $4, $4)`;
    const mine = await school.program();
    const theirs = await other.program();
    expect((await as(school, insert, school.id, uuidv7(), mine, app.now())).rowCount).toBe(1);
    await expect(as(school, insert, school.id, uuidv7(), theirs, app.now())).rejects.toMatchObject(
      NO_SUCH_ROW_TO_REFER_TO,
    );
  });

  it.each(APPEND_ONLY)('adds to %s and never alters it', async (table) => {
    await expect(as(school, `update ${table} set id = id`)).rejects.toMatchObject(DENIED);
    await expect(as(school, `delete from ${table}`)).rejects.toMatchObject(DENIED);
    const { rows } = await service.query(
      `select has_table_privilege($1, 'insert') as insert, has_table_privilege($1, 'truncate') as truncate`,
      [table],
    );
    expect(rows).toEqual([{ insert: true, truncate: false }]);
  });
});
