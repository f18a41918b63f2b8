import { TAMPERINGS_OF_MANY } from './tampering-of-many.js';
import { TAMPERINGS_OF_COMMUNITY } from './verdict-of-community.js';
import { TAMPERINGS_OF_PAYMENTS } from './verdict-of-payments.js';
import { TAMPERINGS_OF_TIME } from './verdict-of-time.js';

// What a broken service would leave behind, done by hand to a run without violations: for each rule of the verdict the
// SQL that breaks it. `pg_temp.k()` is an acknowledged key of POST /groups.
const EFFECTS = { change: 'groups', 'audit entry': 'audit_entries', event: 'events', 'key row': 'idempotency_keys' };

const OF_K: Record<string, string> = {
  groups: 'name = pg_temp.k()',
  audit_entries: `correlation_id like replace(pg_temp.k(), 'k-', 'c-') || '-%'`,
  events: `correlation_id like replace(pg_temp.k(), 'k-', 'c-') || '-%'`,
  idempotency_keys: 'key = pg_temp.k()',
};

const eventOfK = `(select id from events where ${OF_K.events})`;

/** To be run in a transaction that is rolled back. Foreign keys and triggers look away. */
export const PREPARE = `
  set local session_replication_role = replica;
  create function pg_temp.k() returns text language sql as $$
    select min(key) from torture.keys where fate = 'acknowledged' and operation = 'create_group'
  $$;`;

export const TAMPERINGS: Record<string, string> = {
  ...TAMPERINGS_OF_MANY,
  ...TAMPERINGS_OF_TIME,
  ...TAMPERINGS_OF_PAYMENTS,
  ...TAMPERINGS_OF_COMMUNITY,
  ...Object.fromEntries(
    Object.entries(EFFECTS).flatMap(([effect, table]) => [
      [`an acknowledged key without its ${effect}`, `delete from ${table} where ${OF_K[table]}`],
      [
        `a key with more than one ${effect}`,
        `create temp table twin on commit drop as select * from ${table} where ${OF_K[table]};
         update twin set id = gen_random_uuid()${table === 'idempotency_keys' ? `, target = 'another'` : ''};
         insert into ${table} select * from twin`,
      ],
      [`a refused key that left its ${effect}`, `update torture.keys set fate = 'refused' where key = pg_temp.k()`],
      [`a stray ${effect}`, `delete from torture.keys where key = pg_temp.k()`],
    ]),
  ),
  'an event for an operation that has none': `
    update torture.keys set operation = 'rotate_webhook_secret' where key = pg_temp.k()`,
  'a key of open fate with some of its effects and not all': `
    delete from audit_entries where ${OF_K.audit_entries};
    update torture.keys set fate = 'open' where key = pg_temp.k()`,
  'effects of one key in several transactions': `
    update audit_entries set actor_id = actor_id where ${OF_K.audit_entries}`,
  'a key under another operation than it was sent to': `
    update torture.keys set operation = 'plan_intervention' where key = pg_temp.k()`,
  'an audit entry about another record than the change': `
    update audit_entries set target_id = gen_random_uuid() where ${OF_K.audit_entries}`,
  'a stored result that is missing or of another record': `
    update idempotency_keys set result = null where key = pg_temp.k()`,
  'an answer that shows another record than the change': `
    update torture.answers set id = 'another' where key = pg_temp.k()`,
  'clients of one key that saw different results': `
    insert into torture.answers (key, status, id, replayed, digest) values (pg_temp.k(), 200, 'another', true, 'another')`,
  'a key that was done for the first time twice': `
    insert into torture.answers (key, status, replayed) values (pg_temp.k(), 201, false), (pg_temp.k(), 201, false)`,
  'a key that was both acknowledged and refused': `
    insert into torture.answers (key, status, retry_after) values (pg_temp.k(), 400, false)`,
  'a persistent key that was never answered': `update torture.keys set fate = 'given up' where key = pg_temp.k()`,
  'an answer that is not documented for a fault': `
    insert into torture.answers (key, correlation_id, status, code)
    values (pg_temp.k(), 'c-000000-1-1', 500, 'internal_error')`,
  'a COMMIT whose answer was lost and that was not answered 503 unavailable': `
    insert into torture.lost select correlation_id from torture.answers where key = pg_temp.k() and status < 300`,
  'an event that a subscription names and that never arrived': `
    delete from torture.arrivals where event_id in ${eventOfK}`,
  'an arrival of what is no committed event of the subscription': `
    insert into torture.arrivals select id, gen_random_uuid(), secret, now() from torture.subscriptions`,
  'an arrival whose secret the subscription never had': `
    update torture.arrivals set secret = 'of somebody else' where event_id in ${eventOfK}`,
  'an arrival that was signed with an old secret after the rotation was acknowledged': `
    insert into torture.arrivals
    select id, gen_random_uuid(), secret, now() + interval '1 hour' from torture.subscriptions`,
  'a secret version that no rotation made': `update webhook_subscriptions set secret_version = secret_version + 1`,
};
