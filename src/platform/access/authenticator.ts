import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { unauthorized } from '../errors/service-error.js';
import { Database } from '../persistence/database.js';
import { statement } from '../persistence/statement.js';
import { SecretKeys } from '../secrets/secret-keys.js';
import { apiKeyMatches, parseApiKey } from './api-key.js';
import { ApiKeyUsage } from './api-key-usage.js';
import type { Caller, OrganizationRole } from './caller.js';
import { RememberedCallers } from './remembered-callers.js';

interface KeyRow {
  organization_id: string;
  secret_hash: Buffer;
  expires_at: Date | null;
  revoked_at: Date | null;
  scopes: string[];
  member_id: string;
  account_id: string;
  role: OrganizationRole;
  member_status: string;
  business_roles: Caller['businessRoles'];
  access_state: Buffer;
}

const findApiKey = statement<KeyRow>('find_api_key', 'select * from find_api_key($1)');

/** Turns the text of an API key into the caller. */
@Injectable()
export class Authenticator {
  private readonly remembered = new RememberedCallers();

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly clock: Clock,
    private readonly usage: ApiKeyUsage,
  ) {}

  /**
   * The caller of an earlier request with the same key, still to be confirmed: only a transaction of `Database` does
   * that, so whoever opens none has to `authenticate`.
   */
  recall(text: string | undefined): Caller | undefined {
    return text === undefined ? undefined : this.remembered.find(text, this.clock.now());
  }

  /** Notes the use of the key of a recalled caller whom a transaction has confirmed. */
  noteConfirmed(caller: Caller): void {
    this.usage.note(caller.organizationId, caller.apiKeyId, this.clock.now());
  }

  /**
   * Reads key, member and assignments from the database. Throws one and the same 401 for whatever is wrong with the key.
   */
  async authenticate(text: string | undefined): Promise<Caller> {
    const parts = parseApiKey(text);
    if (!parts || text === undefined) throw unauthorized();
    const [row] = await this.database.query(findApiKey, [parts.id]);
    if (!row || !apiKeyMatches(parts, row.secret_hash, this.secrets.apiKeyPeppers)) throw unauthorized();
    const now = this.clock.now();
    const usable = row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
    if (!usable || row.member_status !== 'active') throw unauthorized();
    this.usage.note(row.organization_id, parts.id, now);
    const caller = {
      organizationId: row.organization_id,
      accountId: row.account_id,
      memberId: row.member_id,
      apiKeyId: parts.id,
      role: row.role,
      businessRoles: row.business_roles,
      keyScopes: row.scopes,
    };
    this.remembered.keep(text, caller, row.access_state, row.expires_at);
    return caller;
  }
}
