import type { Client } from 'pg';

// What an update changed is gone with the next one. A trigger of the run's own writes each down, in the transaction
// that makes it, with that transaction's id; inserts are looked up where they are, by their row's xmin.
const WITNESS = `
  create schema torture;

  create table torture.updates (operation text, target_id uuid, label text, version integer, xid xid);

  create function torture.see_cohort() returns trigger language plpgsql security definer as $$
  begin
    insert into torture.updates values ('configure_cohort', new.id, new.name, null, pg_current_xact_id()::xid);
    return null;
  end $$;
  create trigger torture_cohort after update on cohorts for each row
    when (old.name is distinct from new.name) execute function torture.see_cohort();

  create function torture.see_rotation() returns trigger language plpgsql security definer as $$
  begin
    insert into torture.updates
      values ('rotate_webhook_secret', new.id, null, new.secret_version, pg_current_xact_id()::xid);
    return null;
  end $$;
  create trigger torture_rotation after update on webhook_subscriptions for each row
    when (old.secret_ciphertext is distinct from new.secret_ciphertext) execute function torture.see_rotation();

  -- The keys as the clients know them.
  create table torture.keys (key text primary key, operation text, subscription_id uuid, secret text, fate text);
  create table torture.answers (
    key text, correlation_id text, status integer, code text, retry_after boolean,
    id text, replayed boolean, digest text, answered_at timestamptz);
  create table torture.lost (correlation_id text);
  create table torture.subscriptions (id uuid, secret text, event_names text[]);
  create table torture.arrivals (subscription_id uuid, event_id uuid, secret text, signed_at timestamptz);

  -- The four effects as the database knows them. A rotation shows its key by the transaction alone.
  create view torture.stored_keys as
    select key, operation, result, xmin as xid from idempotency_keys where key like 'k-%';
  create view torture.changes as
    select 'create_group' as operation, name as key, id, xmin as xid from groups
    union all select 'plan_intervention', title, id, xmin from interventions
    union all select 'create_deliverable', title, id, xmin from deliverables
    union all select 'configure_cohort', label, target_id, xid from torture.updates where operation = 'configure_cohort'
    union all select u.operation, coalesce(k.key, 'unknown'), u.target_id, u.xid
      from torture.updates u left join torture.stored_keys k on k.xid = u.xid
      where u.operation = 'rotate_webhook_secret';
  create view torture.audits as
    select 'k-' || substr(correlation_id, 3, 6) as key, correlation_id, target_id, xmin as xid
    from audit_entries where correlation_id like 'c-%';
  create view torture.events as
    select 'k-' || substr(correlation_id, 3, 6) as key, id, xmin as xid from events where correlation_id like 'c-%';
`;

/** Adds the witness to a migrated database. */
export async function installWitness(admin: Client): Promise<void> {
  await admin.query(WITNESS);
}

/** Loads rows, given as objects with the table's columns, into one of the witness's tables. */
export async function load(admin: Client, table: string, rows: readonly object[]): Promise<void> {
  await admin.query(
    `insert into torture.${table} select * from json_populate_recordset(null::torture.${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}
