import { hashApiKey, issueApiKey } from '#kernel/authentication';
import { SecretKeys } from '#kernel/secrets';
import { uuid } from './ids.js';
import { SECRET_KEY, type Stage } from './stage.js';

const BATCH = 10_000;

/** Adds organizations, each with an OWNER, and returns the owners' keys. */
export async function growOrganizations({ admin }: Stage, count: number): Promise<string[]> {
  const pepper = new SecretKeys([SECRET_KEY]).apiKeyPeppers[0];
  const keys: string[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, count - start) }, () => issueApiKey(uuid()));
    const ids = (): string[] => made.map(uuid);
    const values = [
      ids(),
      ids(),
      ids(),
      made.map(({ parts }) => parts.id),
      made.map(({ parts }) => hashApiKey(parts, pepper)),
    ];
    const rows = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[]) as n (organization, account, member, key, hash)`;
    await admin.query(
      `with n as (select * from ${rows}),
       o as (insert into organizations select organization, 'School', now() from n),
       a as (insert into accounts select account, account || '@example.com', 'Ada', now() from n),
       m as (insert into members select organization, member, account, 'Ada', 'OWNER', 'active', now() from n)
       insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, created_by, created_at)
       select key, organization, member, 'Bench', hash, '{}', account, now() from n`,
      values,
    );
    for (const { text } of made) keys.push(text);
  }
  await admin.query('vacuum analyze');
  return keys;
}

/** SQL for a UUIDv7 whose time grows with `i` over the last ninety days. */
const idOf = (rows: number): string =>
  `(lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 7776000000 + i::bigint * 7776000000 / ${rows}), 12, '0')
    || '70008' || lpad(to_hex(i), 15, '0'))::uuid`;

/**
 * Adds an idempotency key, an audit entry and an event for each past write, spread over all organizations. Secondary
 * indexes are rebuilt afterwards, which is several times as fast.
 */
export async function grow({ admin }: Stage, rows: number): Promise<void> {
  const from = `from generate_series(1, ${rows}) i join bench_organizations o on o.place = i % (select count(*) from bench_organizations)`;
  const at = `now() - interval '90 days' * (1 - i::float8 / ${rows})`;
  const result = `'{"id":"01a1ffc3-5383-7233-9a1a-c8182d025376","name":"Tuesday accountability","type":"accountability"}'`;
  await admin.query(`create temporary table bench_organizations as
    select (row_number() over () - 1) as place, o.id as organization, m.account_id as account, k.id as key
    from organizations o join members m on m.organization_id = o.id join api_keys k on k.organization_id = o.id`);
  await admin.query('analyze bench_organizations');
  await admin.query(`set session_replication_role = replica`);
  await admin.query(`set maintenance_work_mem = '512MB'`);
  const load = async (table: string, columns: string, values: string): Promise<void> => {
    const indexes = await indexesOf(admin, table);
    for (const { drop } of indexes) await admin.query(drop);
    await admin.query(`insert into ${table} (${columns}) select ${values} ${from}`);
    for (const { create } of indexes) await admin.query(create);
  };
  await load(
    'idempotency_keys',
    'organization_id, id, operation, target, key, fingerprint, path_target, result, created_at',
    `o.organization, ${idOf(rows)}, 'create_group', '', 'past-' || i, decode(repeat('ab', 32), 'hex'), '', ${result}, ${at}`,
  );
  await load(
    'audit_entries',
    'organization_id, id, action, target_type, target_id, actor_id, api_key_id, correlation_id, changes, occurred_at',
    `o.organization, ${idOf(rows)}, 'group.created', 'group', ${idOf(rows)}, o.account, o.key, 'past-' || i, ${result}, ${at}`,
  );
  await load(
    'events',
    'organization_id, id, name, data, correlation_id, occurred_at',
    `o.organization, ${idOf(rows)}, 'group.created', ${result}, 'past-' || i, ${at}`,
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
  await admin.query('checkpoint');
}

/** Statements to drop and recreate the indexes of a table and the keys that nothing references. */
async function indexesOf(admin: Stage['admin'], table: string): Promise<{ drop: string; create: string }[]> {
  const { rows } = await admin.query<{ drop: string; create: string }>(
    `select coalesce('alter table ${table} drop constraint ' || c.conname, 'drop index ' || i.indexrelid::regclass) as drop,
            coalesce('alter table ${table} add ' || pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as create
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
     where i.indrelid = $1::regclass
       and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)`,
    [table],
  );
  return rows;
}
