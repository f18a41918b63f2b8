import type { Client } from 'pg';
import { OPERATIONS, type OperationName } from './operations.js';

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

  create function torture.see_move() returns trigger language plpgsql security definer as $$
  begin
    insert into torture.updates values (tg_argv[0], new.id, null, null, pg_current_xact_id()::xid);
    return null;
  end $$;
  create trigger torture_move after update on enrollments for each row
    when (old.status <> new.status and new.status = 'transferred')
    execute function torture.see_move('transfer_enrollment');
  create trigger torture_move after update on cohort_tasks for each row
    when (old.status <> new.status) execute function torture.see_move('publish_cohort_task');
  create trigger torture_move after update on people_imports for each row
    when (old.status <> new.status) execute function torture.see_move('commit_people_import');

  create trigger torture_made after insert on checkouts for each row execute function torture.see_move('create_checkout');
  create trigger torture_made after insert on refunds for each row execute function torture.see_move('refund_payment');

  -- The records that writes on many change, each by the action that its audit entry and its event are named after.
  create table torture.parts (action text, target_id uuid, xid xid);

  create function torture.see_part() returns trigger language plpgsql security definer as $$
  begin
    insert into torture.parts select action, new.id, pg_current_xact_id()::xid from unnest(tg_argv) action;
    return null;
  end $$;
  create trigger torture_made after insert on enrollments for each row
    execute function torture.see_part('enrollment.created');
  create trigger torture_made after insert on members for each row execute function torture.see_part('member.added');
  create trigger torture_made after insert on interventions for each row
    execute function torture.see_part('intervention.planned');
  create trigger torture_given after update on interventions for each row
    when (old.owner_account_id <> new.owner_account_id) execute function torture.see_part('intervention.updated');
  create trigger torture_made after insert on responsibilities for each row
    execute function torture.see_part('responsibility.assigned');
  create trigger torture_ended after update on responsibilities for each row
    when (old.ended_at is null and new.ended_at is not null) execute function torture.see_part('responsibility.ended');
  create trigger torture_made after insert on member_tasks for each row
    execute function torture.see_part('member_task.created', 'member_task.published');
  create trigger torture_made after insert on deliverables for each row
    execute function torture.see_part('deliverable.created');

  create trigger torture_made after insert on coaching_sessions for each row
    execute function torture.see_part('coaching_session.created');

  create table torture.operations (
    operation text primary key, event boolean, shows text[], also text[], counts text[], refusal integer);

  -- The keys as the clients know them.
  create table torture.keys (key text primary key, operation text, subscription_id uuid, secret text, fate text);
  create table torture.answers (
    key text, correlation_id text, status integer, code text, retry_after boolean,
    id text, replayed boolean, made integer, digest text, answered_at timestamptz);
  create table torture.lost (correlation_id text);
  create table torture.subscriptions (id uuid, secret text, event_names text[]);
  create table torture.arrivals (subscription_id uuid, event_id uuid, secret text, signed_at timestamptz);

  -- The books of the provider, and what it had brought before the run.
  create table torture.charges (sale_id text, job_id text, payment_id text, amount integer);
  create table torture.given_back (refund_id text, payment_id text, amount integer);
  create table torture.paid_before (payment_id uuid);

  create table torture.fed (pass integer, place integer, event_id uuid);
  create view torture.reminded as select id, due_at from member_tasks where title like 'remind-%';

  -- The four effects as the database knows them. Some changes show their key by the transaction alone.
  create view torture.stored_keys as
    select key, operation, path_target, result, xmin as xid from idempotency_keys where key like 'k-%';
  create view torture.changes as
    select 'create_group' as operation, name as key, id, xmin as xid from groups
    union all select 'plan_intervention', title, id, xid from interventions
      join torture.parts on target_id = id and action = 'intervention.planned' where title like 'k-%'
    union all select 'create_deliverable', title, id, xmin from deliverables where title like 'k-%'
    union all select 'extend_deadlines', reason, id, xmin from deadline_extensions
    union all select 'configure_cohort', label, target_id, xid from torture.updates where operation = 'configure_cohort'
    union all select u.operation, coalesce(k.key, 'unknown'), u.target_id, u.xid
      from torture.updates u left join torture.stored_keys k on k.xid = u.xid
      where u.operation <> 'configure_cohort'
    union all select 'book_slot', coalesce(k.key, 'unknown'), b.id, b.xmin
      from bookings b left join torture.stored_keys k on k.xid = b.xmin
    union all select 'submit_form_response', coalesce(k.key, 'unknown'), r.id, r.xmin
      from form_responses r left join torture.stored_keys k on k.xid = r.xmin
    union all select 'create_my_upload', name, id, xmin from uploads
    union all select 'create_post', body, id, xmin from posts where body like 'k-%'
    union all select 'report_post', text, id, xmin from post_reports
    union all select 'record_payment', reference, id, xmin from payments where provider is null
    -- Of these the change is that of their parts, if there was anything to do.
    union all select k.operation, k.key, k.path_target::uuid, k.xid from torture.stored_keys k
      where k.operation in ('bulk_enroll', 'bulk_plan_interventions', 'hand_over_work')
        and (k.xid in (select xid from torture.parts) or k.result ->> 'done' = '0'
          or k.result #>> '{interventions,moved}' = '0');
  -- The trail of writes on many has more entries and events: those of the parts.
  create view torture.all_audits as
    select 'k-' || substr(a.correlation_id, 3, 6) as key, a.correlation_id, a.target_id, a.action, a.xmin as xid,
      coalesce(a.action = any(o.also), false) as is_part
    from audit_entries a left join torture.stored_keys k on k.xid = a.xmin
      left join torture.operations o on o.operation = k.operation where a.correlation_id like 'c-%';
  create view torture.audits as select * from torture.all_audits where not is_part;
  create view torture.all_events as
    select 'k-' || substr(e.correlation_id, 3, 6) as key, e.id, e.name, e.xmin as xid,
      coalesce(e.name = any(o.also), false) as is_part
    from events e left join torture.stored_keys k on k.xid = e.xmin
      left join torture.operations o on o.operation = k.operation where e.correlation_id like 'c-%';
  create view torture.events as select * from torture.all_events where not is_part;
`;

/** Adds the witness to a migrated database. */
export async function installWitness(admin: Client): Promise<void> {
  await admin.query(WITNESS);
  const operations = (Object.keys(OPERATIONS) as OperationName[]).map((operation) => {
    const { event, shows, also = [], counts = null, refusal = null } = OPERATIONS[operation];
    return { operation, event, shows, also, counts, refusal };
  });
  await load(admin, 'operations', operations);
}

/** Forgets what was written so far. */
export async function beginWitness(admin: Client): Promise<void> {
  await admin.query('truncate torture.updates, torture.parts');
  await admin.query('insert into torture.paid_before select id from payments');
}

/** Loads rows, given as objects with the table's columns, into one of the witness's tables. */
export async function load(admin: Client, table: string, rows: readonly object[]): Promise<void> {
  await admin.query(
    `insert into torture.${table} select * from json_populate_recordset(null::torture.${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}
