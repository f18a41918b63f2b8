import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- The key that made a key and the organization role of its holder at that time, so that a change of power can tell who
-- may know a secret. created_by_key is null for keys of the command line; created_with_role is null if it is unknown.
alter table api_keys add column created_by_key uuid;
alter table api_keys add column created_with_role text;
alter table api_keys add check (created_with_role in ('OWNER', 'ADMIN', 'MEMBER'));
create index on api_keys (organization_id, created_by_key);
create index on api_keys (organization_id, created_by);

-- Who assigned a responsibility, and with which key.
alter table responsibilities add column assigned_by uuid;
alter table responsibilities add column assigned_by_key uuid;

-- Existing rows get these columns from the audit entry of their creation. The role at that time is the one that the
-- next change of the role started from, or else the current one. One organization at a time, under its policy.
do $$
declare
  organization uuid;
  entry record;
begin
  for organization in select o.id from organizations o loop
    perform app_set_organization(organization);
    for entry in
      select a.target_id, a.api_key_id, case when a.api_key_id is null then 'OWNER' else coalesce(
               (select c.changes -> 'role' ->> 'from' from audit_entries c
                where c.organization_id = organization and c.target_id = m.id and c.action = 'member.role_changed'
                  and c.occurred_at >= a.occurred_at and c.changes ? 'role'
                order by c.occurred_at, c.id limit 1), m.role) end as role
      from audit_entries a
      left join api_keys k on k.organization_id = organization and k.id = a.api_key_id
      left join members m on m.organization_id = organization and m.id = k.member_id
      where a.organization_id = organization and a.action = 'api_key.created'
    loop
      update api_keys set created_by_key = entry.api_key_id, created_with_role = entry.role
      where organization_id = organization and id = entry.target_id;
    end loop;
    for entry in
      select a.target_id, a.actor_id, a.api_key_id from audit_entries a
      where a.organization_id = organization and a.action = 'responsibility.assigned'
    loop
      update responsibilities set assigned_by = entry.actor_id, assigned_by_key = entry.api_key_id
      where organization_id = organization and id = entry.target_id;
    end loop;
  end loop;
end $$;

-- Addresses are stored in Unicode normalization form C. An address that another account already has in that form stays.
do $$
declare
  account record;
begin
  if current_setting('server_encoding') <> 'UTF8' then
    return;
  end if;
  for account in
    select id, normalize(email, nfc) as email from accounts where email <> normalize(email, nfc) order by id
  loop
    update accounts set email = account.email
    where id = account.id and account.email = lower(account.email)
      and not exists (select from accounts o where o.email = account.email);
  end loop;
end $$;
end $migration$;
`;

const undo = `
alter table api_keys drop column created_by_key, drop column created_with_role;
alter table responsibilities drop column assigned_by, drop column assigned_by_key;
`;

export class KeyLineage1764000000020 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(undo);
  }
}
