import { Injectable } from '@nestjs/common';
import { type ApiKeyParts, hashApiKey, issueApiKey } from '#kernel/authentication';
import { Clock } from '#kernel/clock';
import { invalidField } from '#kernel/errors';
import { isUuid, Title, validated } from '#kernel/fields';
import { Database } from '#kernel/work';
import { newId, type TenantSession } from '#kernel/persistence';
import { SecretKeys } from '#kernel/secrets';
import { declareServiceAct } from '#kernel/events';
import { recordServiceAct, type ServiceAct } from '#kernel/trail';
import { createApiKey } from '../api-key/api-key.operations.js';
import { EmailAddress, normalizedEmail } from '../account/email.js';
import { findOrCreateAccount } from '../account/find-or-create-account.js';
import { addMemberWords, noteFilled } from '../member/member-words.js';
import { identityTables } from '../identity.tables.js';

const ORGANIZATION_CREATED = declareServiceAct('organization.created', 'organization');

const insertOrganization = identityTables.statement(
  'create_organization',
  { name: 'text', at: 'timestamptz' },
  'insert into organizations (id, name, created_at) values (:organization, :name, :at)',
);
const insertOwner = identityTables.statement(
  'create_owner',
  { id: 'uuid', account: 'uuid', name: 'text', at: 'timestamptz' },
  `insert into members (organization_id, id, account_id, name, role, status, created_at)
   values (:organization, :id, :account, :name, 'OWNER', 'active', :at)`,
);
const insertKey = identityTables.statement(
  'create_owner_key',
  { id: 'uuid', member: 'uuid', name: 'text', hash: 'bytea', account: 'uuid', at: 'timestamptz' },
  `insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, created_by, created_with_role,
                         created_at)
   values (:id, :organization, :member, :name, :hash, '{}', :account, 'OWNER', :at)`,
);

// FOR SHARE: a concurrent demotion or detachment of the OWNER waits.
const lockOwner = identityTables
  .statement(
    'lock_owner_by_email',
    { email: 'text' },
    `select m.id, m.account_id from members m
     join accounts a on a.id = m.account_id
     where m.organization_id = :organization and a.email = :email and m.role = 'OWNER' and m.status = 'active'
     for share of m`,
  )
  .returning<{ id: string; account_id: string }>();

const findAny = identityTables.statement('find_any_organization', {}, 'select 1 from organizations limit 1');
const findOne = identityTables.statement(
  'find_organization_by_id',
  { id: 'uuid' },
  'select 1 from organizations where id = :id',
);
const findUsableKeyOf = identityTables.statement(
  'find_usable_key_by_maker',
  { email: 'text', now: 'timestamptz' },
  `select 1 from accounts a join api_keys k on k.created_by = a.id
   where a.email = :email and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now) limit 1`,
);

const countUsableKeys = identityTables
  .statement(
    'count_usable_keys',
    { now: 'timestamptz' },
    `select count(*)::integer as count, min(created_at) as oldest from api_keys
     where revoked_at is null and (expires_at is null or expires_at > :now)`,
  )
  .returning<{ count: number; oldest: Date | null }>();

class CreateOrganizationRequest {
  @Title({ min: 2, max: 100 }) name: string;
  @EmailAddress() ownerEmail: string;
  /** Defaults to the part of the address before the @. */
  @Title({ optional: true, min: 1, max: 100 }) ownerName?: string;
}

export interface CreatedOrganization {
  organization: { id: string; name: string };
  member: { id: string; accountId: string };
  /** Returned only once. */
  apiKey: string;
}

export type CreatedOwnerKey = Omit<CreatedOrganization, 'organization'>;

interface NewOwnerKey {
  memberId: string;
  accountId: string;
  name: string;
  act: Pick<ServiceAct, 'actorId' | 'correlationId' | 'occurredAt'>;
}

/** Operations of the command line that need no API key: creating an organization and keys for its OWNERs. */
@Injectable()
export class OrganizationService {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly clock: Clock,
  ) {}

  /** Whether the database has any organization. */
  async hasAny(): Promise<boolean> {
    return (await this.database.query(findAny)).length > 0;
  }

  /** Whether the database has the organization. */
  async has(id: string): Promise<boolean> {
    return (await this.database.query(findOne, { id })).length > 0;
  }

  /** Whether an API key works, in whatever organization, that the account with the address made. */
  async hasUsableKeysMadeBy(email: string): Promise<boolean> {
    return (await this.database.query(findUsableKeyOf, { email, now: this.clock.now() })).length > 0;
  }

  /** How many API keys of all organizations work, and since when the oldest one exists. */
  async usableKeys(): Promise<{ count: number; oldestCreatedAt: string | null }> {
    const [{ count, oldest }] = await this.database.query(countUsableKeys, { now: this.clock.now() });
    return { count, oldestCreatedAt: oldest?.toISOString() ?? null };
  }

  /** Creates an organization, its OWNER and the OWNER's first API key. Throws 400 for an invalid name or address. */
  async create(request: CreateOrganizationRequest, now = this.clock.now()): Promise<CreatedOrganization> {
    const valid = validated(CreateOrganizationRequest, request);
    const { name, ownerEmail: email, ownerName = email.split('@')[0].slice(0, 100) } = valid;
    const organization = { id: newId(), name };
    const memberId = newId();
    const key = issueApiKey(newId());
    const accountId = await this.database.inTenant(organization.id, async (tenant) => {
      await tenant.query(insertOrganization, { name, at: now });
      const account = await findOrCreateAccount(tenant, { email, name: ownerName }, now);
      void tenant.query(insertOwner, { id: memberId, account, name: ownerName, at: now });
      await addMemberWords(tenant, [{ id: memberId, name: ownerName }]);
      await noteFilled(tenant, now);
      const act = { actorId: account, correlationId: 'cli', occurredAt: now };
      void recordServiceAct(tenant, {
        ...act,
        audited: ORGANIZATION_CREATED,
        targetId: organization.id,
        changes: { name },
      });
      await this.addKey(tenant, key.parts, { memberId, accountId: account, name: 'First key', act });
      return account;
    });
    return { organization, member: { id: memberId, accountId }, apiKey: key.text };
  }

  /** Creates an API key for an OWNER. Throws 400 if the organization has no active OWNER with the address. */
  async createOwnerKey(organizationId: string, ownerEmail: string): Promise<CreatedOwnerKey> {
    if (!isUuid(organizationId)) throw invalidField('organization', 'must be a UUID');
    const key = issueApiKey(newId());
    const now = this.clock.now();
    const member = await this.database.inTenant(organizationId, async (tenant) => {
      const [owner] = await tenant.query(lockOwner, { email: normalizedEmail(ownerEmail) });
      if (!owner) throw invalidField('ownerEmail', 'must be the address of an active OWNER of the organization');
      const { id, account_id: accountId } = owner;
      const act = { occurredAt: now };
      await this.addKey(tenant, key.parts, { memberId: id, accountId, name: 'New key', act });
      return { id, accountId };
    });
    return { member, apiKey: key.text };
  }

  /** Inserts a key without scopes or expiry, with its audit entry and event. */
  private async addKey(
    tenant: TenantSession,
    key: ApiKeyParts,
    { memberId, accountId, name, act }: NewOwnerKey,
  ): Promise<void> {
    const hash = hashApiKey(key, this.secrets.apiKeyPeppers[0]);
    const row = { id: key.id, member: memberId, name, hash, account: accountId, at: act.occurredAt };
    await tenant.query(insertKey, row);
    const data = { memberId, scopes: [], expiresAt: null };
    void recordServiceAct(tenant, {
      ...act,
      audited: createApiKey,
      targetId: key.id,
      changes: { ...data, name },
      event: { declaration: createApiKey.event, data: { ...data, apiKeyId: key.id } },
    });
  }
}
