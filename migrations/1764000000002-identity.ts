import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTenantTable, currentOrganization, dropTables, reference } from './tenant-table.js';

export class Identity1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table accounts (
        id uuid primary key,
        email text not null unique check (email = lower(email)),
        name text,
        created_at timestamptz not null
      )`);

    await createTenantTable(
      runner,
      'members',
      `
      account_id uuid not null references accounts (id),
      name text not null,
      role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
      status text not null check (status in ('active', 'detached')),
      created_at timestamptz not null,
      detached_at timestamptz
    `,
    );
    await runner.query(
      `create unique index members_one_active on members (organization_id, account_id) where status = 'active'`,
    );
    await runner.query(`create index on members (organization_id, account_id)`);
    await runner.query(`create index on members (organization_id, role, id desc)`);
    await runner.query(`create index on members (organization_id, status, id desc)`);

    // Global, so that a key finds its tenant; a global table holds no foreign key to a tenant's.
    await runner.query(`
      create table api_keys (
        id uuid primary key,
        organization_id uuid not null references organizations (id),
        member_id uuid not null,
        name text not null,
        secret_hash bytea not null,
        scopes text[] not null,
        expires_at timestamptz,
        revoked_at timestamptz,
        created_by uuid not null references accounts (id),
        created_at timestamptz not null
      )`);
    // Whoever comes with a key is found by it; it is made and revoked by its organization alone.
    const own = `organization_id = ${currentOrganization}`;
    await runner.query(`alter table api_keys enable row level security`);
    await runner.query(`alter table api_keys force row level security`);
    await runner.query(`create policy found on api_keys for select using (true)`);
    await runner.query(`create policy made on api_keys for insert with check (${own})`);
    await runner.query(`create policy changed on api_keys for update using (${own}) with check (${own})`);
    await runner.query(`create index on api_keys (organization_id, id desc)`);
    await runner.query(`create index on api_keys (organization_id, member_id, id desc)`);

    await createTenantTable(runner, 'api_key_usages', `last_used_at timestamptz not null`);

    // The enrollment_id column gets its foreign key with the enrollments table, program_id and cohort_id with theirs.
    await createTenantTable(
      runner,
      'responsibilities',
      `
      member_id uuid not null,
      role text not null check (role in ('program_director', 'coach', 'reviewer')),
      scope text not null check (scope in ('organization', 'program', 'cohort', 'enrollment')),
      program_id uuid,
      cohort_id uuid,
      enrollment_id uuid,
      started_at timestamptz not null,
      ended_at timestamptz,
      ${reference('member_id', 'members')},
      check (
        (program_id is not null) = (scope = 'program')
        and (cohort_id is not null) = (scope = 'cohort')
        and (enrollment_id is not null) = (scope = 'enrollment')
      )
    `,
    );
    await runner.query(
      `create index on responsibilities (organization_id, member_id, role, scope) where ended_at is null`,
    );
    await runner.query(`create index on responsibilities (organization_id, member_id, id desc)`);
    await runner.query(`create index on responsibilities (organization_id, role, id desc)`);

    // Everything that makes a caller who it is, as one value: two that are equal stand for the same caller.
    await runner.query(`
      create function app_access_state(organization uuid, key_id uuid) returns bytea stable language plpgsql as $$
      begin
        return (
          select sha256(convert_to(row(k.secret_hash, k.expires_at, k.revoked_at, k.scopes, m.id, m.account_id, m.role,
            m.status, array(select distinct r.role || ':' || r.scope from responsibilities r
                            where r.organization_id = organization and r.member_id = m.id and r.ended_at is null
                            order by 1))::text, 'UTF8'))
          from api_keys k
          join members m on m.organization_id = organization and m.id = k.member_id
          where k.organization_id = organization and k.id = key_id);
      end $$`);
    // Enters a tenant for the rest of the transaction. A caller who is remembered from an earlier request comes with
    // the state that it was read from; where that is no longer the state, the transaction fails.
    await runner.query(`
      create function app_enter(organization uuid, key_id uuid, access_state bytea) returns void language plpgsql as $$
      begin
        execute format('set local app.organization_id = %L', organization);
        if access_state is not null and access_state is distinct from app_access_state(organization, key_id) then
          raise exception 'the caller is not who it was' using errcode = 'DS401';
        end if;
      end $$`);
    // One statement for a caller not seen before: the key, its member and the member's current business roles. It sets the tenant for
    // its own implicit transaction only; the service compares the hash and decides about expiry and revocation.
    await runner.query(`
      create function find_api_key(key_id uuid) returns table (
        organization_id uuid, secret_hash bytea, expires_at timestamptz, revoked_at timestamptz, scopes text[],
        member_id uuid, account_id uuid, role text, member_status text, business_roles text[], access_state bytea
      ) language plpgsql as $$
      declare
        organization uuid;
      begin
        select k.organization_id into organization from api_keys k where k.id = key_id;
        if not found then
          return;
        end if;
        execute format('set local app.organization_id = %L', organization);
        return query
          select k.organization_id, k.secret_hash, k.expires_at, k.revoked_at, k.scopes,
                 m.id, m.account_id, m.role, m.status,
                 array(select distinct r.role || ':' || r.scope from responsibilities r
                       where r.organization_id = organization and r.member_id = m.id and r.ended_at is null),
                 app_access_state(organization, key_id)
          from api_keys k
          join members m on m.organization_id = organization and m.id = k.member_id
          where k.organization_id = organization and k.id = key_id;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function app_enter(uuid, uuid, bytea)');
    await runner.query('drop function find_api_key(uuid)');
    await runner.query('drop function app_access_state(uuid, uuid)');
    await dropTables(runner, 'responsibilities', 'api_key_usages', 'api_keys', 'members', 'accounts');
  }
}
