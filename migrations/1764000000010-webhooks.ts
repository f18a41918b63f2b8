import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, dropTables, letWorkersList, reference } from './tenant-table.js';

export class Webhooks1764000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A deleted subscription leaves its row, without its secret, so that deleting costs the same however long its log.
    await createTenantTable(
      runner,
      'webhook_subscriptions',
      `
      name text not null,
      endpoint_url text not null,
      event_names text[] not null,
      status text not null check (
        status in ('pending_validation', 'validating', 'active', 'paused', 'validation_failed')),
      secret_ciphertext bytea not null,
      secret_version integer not null check (secret_version > 0),
      validated_secret_version integer,
      last_validated_at timestamptz,
      last_validation_error text check (
        last_validation_error in ('dns_blocked', 'connect_failed', 'tls_failed', 'timeout', 'bad_status', 'bad_proof',
                                  'too_large')),
      verification_token uuid,
      verification_leased_until timestamptz,
      failing_since timestamptz,
      created_by uuid not null references accounts (id),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    `,
    );
    await letWorkersList(runner, 'webhook_subscriptions');
    await runner.query(`create index on webhook_subscriptions (organization_id, status, id desc)`);
    await runner.query(`
      create index on webhook_subscriptions (organization_id, id)
      where status in ('pending_validation', 'validating')`);

    await createTenantTable(
      runner,
      'webhook_deliveries',
      `
      subscription_id uuid not null,
      event_id uuid not null,
      event_name text not null,
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      round_attempts integer not null default 0,
      attempt_count integer not null default 0,
      due_at timestamptz,
      lease_token uuid,
      created_at timestamptz not null,
      completed_at timestamptz,
      unique (organization_id, subscription_id, event_id),
      check ((status = 'pending') = (due_at is not null)),
      ${reference('subscription_id', 'webhook_subscriptions')},
      ${reference('event_id', 'events')}
    `,
    );
    await letWorkersList(runner, 'webhook_deliveries');
    await runner.query(`
      create index webhook_deliveries_waiting on webhook_deliveries (organization_id, subscription_id, due_at, id)
      where status = 'pending'`);
    // Plans are made once for all organizations. Made for the average one, they would read all rows of a large one to
    // find a few by their ids; this has them made for the largest.
    await runner.query(`alter table webhook_deliveries alter column organization_id set (n_distinct = 1)`);
    await runner.query(`create index on webhook_deliveries (organization_id, subscription_id, id desc)`);
    await runner.query(`create index on webhook_deliveries (organization_id, subscription_id, status, id desc)`);

    await createTenantTable(
      runner,
      'webhook_delivery_attempts',
      `
      delivery_id uuid not null,
      number integer not null,
      attempted_at timestamptz not null,
      latency_ms integer not null,
      response_status integer,
      response_body text,
      error text,
      unique (organization_id, delivery_id, number),
      ${reference('delivery_id', 'webhook_deliveries')}
    `,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, 'webhook_delivery_attempts', 'webhook_deliveries', 'webhook_subscriptions');
  }
}
