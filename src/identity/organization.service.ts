import { Injectable } from '@nestjs/common';
import { hashApiKey, issueApiKey } from '../platform/access/api-key.js';
import { auditService } from '../platform/audit/service-audit.js';
import { Clock } from '../platform/clock/clock.js';
import { invalidField } from '../platform/errors/service-error.js';
import { isUuid } from '../platform/fields/identifiers.js';
import { textIssue } from '../platform/fields/text.js';
import { Database } from '../platform/persistence/database.js';
import { newId } from '../platform/persistence/new-id.js';
import { statement } from '../platform/persistence/statement.js';
import { SecretKeys } from '../platform/secrets/secret-keys.js';
import { findAccount, insertAccount } from './account.repository.js';
import { isEmailAddress, normalizedEmail } from './email.js';

const insertOrganization = statement(
  'create_organization',
  'insert into organizations (id, name, created_at) values ($1, $2, $3)',
);
const insertOwner = statement(
  'create_owner',
  `insert into members (organization_id, id, account_id, name, role, status, created_at)
   values ($1, $2, $3, $4, 'OWNER', 'active', $5)`,
);
const insertKey = statement(
  'create_owner_key',
  `insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const insertAudit = statement(
  'create_organization_audit',
  `insert into audit_entries
     (organization_id, id, action, target_type, target_id, actor_id, correlation_id, changes, occurred_at)
   values ($1, $2, 'organization.created', 'organization', $1, $3, 'cli', $4, $5)`,
);

// FOR SHARE: the OWNER stays one until the key is there.
const lockOwner = statement<{ id: string; account_id: string }>(
  'lock_owner_by_email',
  `select m.id, m.account_id from members m
   join accounts a on a.id = m.account_id
   where m.organization_id = $1 and a.email = $2 and m.role = 'OWNER' and m.status = 'active'
   for share of m`,
);

const findAny = statement('find_any_organization', 'select 1 from organizations limit 1');
const findOne = statement('find_organization_by_id', 'select 1 from organizations where id = $1');

export interface CreatedOrganization {
  organization: { id: string; name: string };
  member: { id: string; accountId: string };
  /** Shown this once. */
  apiKey: string;
}

export type CreatedOwnerKey = Omit<CreatedOrganization, 'organization'>;

/** What only the command line does, because nobody could be authenticated for it: an OWNER's first key, or a new one. */
@Injectable()
export class OrganizationService {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly clock: Clock,
  ) {}

  /** Whether there is an organization at all. */
  async hasAny(): Promise<boolean> {
    return (await this.database.query(findAny, [])).length > 0;
  }

  /** Whether this database holds the organization. */
  async has(id: string): Promise<boolean> {
    return (await this.database.query(findOne, [id])).length > 0;
  }

  /** Creates an organization with its OWNER and that member's first API key. Throws 400 for a bad name or address. */
  async create(request: { name: string; ownerEmail: string; ownerName?: string }): Promise<CreatedOrganization> {
    const name = request.name.trim();
    const email = normalizedEmail(request.ownerEmail);
    const ownerName = request.ownerName?.trim() ?? email.split('@')[0].slice(0, 100);
    const nameIssue = textIssue(name, 2, 100);
    if (nameIssue !== undefined) throw invalidField('name', nameIssue);
    if (!isEmailAddress(email)) throw invalidField('ownerEmail', 'must be an e-mail address');
    const ownerNameIssue = textIssue(ownerName, 1, 100);
    if (ownerNameIssue !== undefined) throw invalidField('ownerName', ownerNameIssue);
    const organization = { id: newId(), name };
    const memberId = newId();
    const key = issueApiKey(newId());
    const now = this.clock.now().toISOString();
    const accountId = await this.database.inTenant(organization.id, async (connection) => {
      // No row-level security guards these tables: had BEGIN failed, what is sent now would commit by itself.
      await connection.settle();
      void connection.send(insertOrganization, [organization.id, name, now]);
      void connection.send(insertAccount, [newId(), email, ownerName, now]);
      const account = (await connection.send(findAccount, [email])).rows[0].id;
      const hash = hashApiKey(key.parts, this.secrets.apiKeyPeppers[0]);
      void connection.send(insertOwner, [organization.id, memberId, account, ownerName, now]);
      void connection.send(insertKey, [key.parts.id, organization.id, memberId, 'First key', hash, [], account, now]);
      void connection.send(insertAudit, [organization.id, newId(), account, JSON.stringify({ name }), now]);
      return account;
    });
    return { organization, member: { id: memberId, accountId }, apiKey: key.text };
  }

  /**
   * Makes an API key for an OWNER, who may have none that works. Throws 400 where the organization has no active OWNER of
   * that address.
   */
  async createOwnerKey(organizationId: string, ownerEmail: string): Promise<CreatedOwnerKey> {
    if (!isUuid(organizationId)) throw invalidField('organization', 'must be a UUID');
    const key = issueApiKey(newId());
    const now = this.clock.now().toISOString();
    const member = await this.database.inTenant(organizationId, async (connection) => {
      const { rows } = await connection.send(lockOwner, [organizationId, normalizedEmail(ownerEmail)]);
      const owner = rows.at(0);
      if (!owner) throw invalidField('ownerEmail', 'must be the address of an active OWNER of the organization');
      const { id, account_id: accountId } = owner;
      const hash = hashApiKey(key.parts, this.secrets.apiKeyPeppers[0]);
      void connection.send(insertKey, [key.parts.id, organizationId, id, 'New key', hash, [], accountId, now]);
      await auditService(connection, organizationId, {
        action: 'api_key.created',
        targetType: 'api_key',
        targetId: key.parts.id,
        changes: { memberId: id, name: 'New key', scopes: [], expiresAt: null },
        occurredAt: now,
      });
      return { id, accountId };
    });
    return { member, apiKey: key.text };
  }
}
