import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, letWorkersList, reference, sampleLittle } from './tenant-table.js';

export class Platform1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organizations (
        id uuid primary key,
        name text not null,
        created_at timestamptz not null
      )`);

    // SET LOCAL by way of a function, so that the tenant can be a bound parameter of a pipelined statement.
    await runner.query(`
      create function app_set_organization(organization uuid) returns void language plpgsql as $$
      begin
        execute format('set local app.organization_id = %L', organization);
      end $$`);

    await createTenantTable(
      runner,
      'idempotency_keys',
      `
      operation text not null,
      target text not null,
      key text not null,
      fingerprint bytea not null,
      path_target text not null,
      result json,
      created_at timestamptz not null,
      unique (organization_id, key, operation, target)
    `,
    );

    // Opens a write: sets tenant and lock time-out, then claims the key. A concurrent twin waits on the unique
    // index; when the winner has committed, the twin's insert counts zero rows and its transaction fails, with
    // everything that was sent behind the claim without waiting for it: the twin then asks for the first result.
    // BEGIN was not waited for either: had it failed, the claim would commit by itself. DEFERRABLE, which means nothing
    // at READ COMMITTED, is how the function knows that it runs in the transaction that was begun.
    // It enters the tenant by app_enter, which confirms a remembered caller: see the migration of the api keys.
    await runner.query(`
      create function claim_idempotency_key(
        organization uuid, api_key uuid, access_state bytea, new_id uuid, operation_name text, unique_target text,
        idempotency_key text, body_fingerprint bytea, requested_target text, claimed_at timestamptz,
        lock_timeout_ms integer, one_intention boolean
      ) returns void language plpgsql as $$
      begin
        if current_setting('transaction_deferrable') <> 'on' then
          raise exception 'the claim is not in the transaction that was begun';
        end if;
        perform app_enter(organization, api_key, access_state);
        execute format('set local lock_timeout = %s', lock_timeout_ms);
        insert into idempotency_keys
          (organization_id, id, operation, target, key, fingerprint, path_target, created_at)
        values (organization, new_id, operation_name, unique_target, idempotency_key, body_fingerprint,
                requested_target, claimed_at)
        on conflict do nothing;
        if not found or one_intention and exists (
            select from idempotency_keys k
            where k.organization_id = organization and k.key = idempotency_key and k.operation <> operation_name) then
          raise exception 'the key was used before' using errcode = 'DS409';
        end if;
      end $$`);

    // What a key was used for: the operation's own use of it, or any other one. It enters the tenant itself: where a
    // replay needs nothing else, this is its only statement, and the tenant is set for the transaction that PostgreSQL
    // makes of it.
    await runner.query(`
      create function find_uses_of_key(
        organization uuid, api_key uuid, access_state bytea, idempotency_key text, operation_name text,
        unique_target text, one_intention boolean
      ) returns table (operation text, fingerprint bytea, path_target text, result json) language plpgsql as $$
      begin
        perform app_enter(organization, api_key, access_state);
        return query
          select k.operation, k.fingerprint, k.path_target, k.result from idempotency_keys k
          where k.organization_id = organization and k.key = idempotency_key
            and (one_intention or k.operation = operation_name and k.target = unique_target)
          order by (k.operation = operation_name) desc limit 1;
      end $$`);

    await createTenantTable(
      runner,
      'audit_entries',
      `
      action text not null,
      target_type text not null,
      target_id uuid not null,
      actor_id uuid,
      api_key_id uuid,
      correlation_id text not null,
      changes jsonb not null,
      occurred_at timestamptz not null,
      check (actor_id is not null or api_key_id is null)
    `,
    );
    await runner.query(`create index on audit_entries (organization_id, occurred_at desc, id desc)`);
    for (const filter of ['target_type', 'target_id', 'actor_id', 'action']) {
      await runner.query(`create index on audit_entries (organization_id, ${filter}, occurred_at desc, id desc)`);
    }

    await createTenantTable(
      runner,
      'events',
      `
      name text not null,
      data jsonb not null,
      correlation_id text not null,
      occurred_at timestamptz not null
    `,
    );
    await runner.query(`create index on events (organization_id, occurred_at desc, id desc)`);
    await runner.query(`create index on events (organization_id, name, occurred_at desc, id desc)`);

    await sampleLittle(runner, 'idempotency_keys', ['result']);
    await sampleLittle(runner, 'audit_entries', ['changes']);
    await sampleLittle(runner, 'events', ['data']);

    // Events that are still to be handed to their followers. Rows leave it, so it stays small and the log append-only.
    await createTenantTable(
      runner,
      'event_outbox',
      `
      occurred_at timestamptz not null,
      ${reference('id', 'events')}
    `,
    );
    await letWorkersList(runner, 'event_outbox');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'event_outbox', 'events', 'audit_entries', 'idempotency_keys');
    await runner.query(
      `drop function claim_idempotency_key(
         uuid, uuid, bytea, uuid, text, text, text, bytea, text, timestamptz, integer, boolean)`,
    );
    await runner.query('drop function find_uses_of_key(uuid, uuid, bytea, text, text, text, boolean)');
    await runner.query('drop function app_set_organization(uuid)');
    await dropTables(runner, 'organizations');
  }
}
