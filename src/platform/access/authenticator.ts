import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { unauthorized } from '../errors/service-error.js';
import { Database } from '../persistence/database.js';
import { statement } from '../persistence/statement.js';
import { SecretKeys } from '../secrets/secret-keys.js';
import { apiKeyMatches, parseApiKey } from './api-key.js';
import { ApiKeyUsage } from './api-key-usage.js';
import type { Caller, OrganizationRole } from './caller.js';

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
}

const findApiKey = statement<KeyRow>('find_api_key', 'select * from find_api_key($1)');

/** Turns the text of an API key into the caller, reading key, member and assignments anew for each request. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly clock: Clock,
    private readonly usage: ApiKeyUsage,
  ) {}

  /** Throws one and the same 401 for whatever is wrong with the key. */
  async authenticate(text: string | undefined): Promise<Caller> {
    const parts = parseApiKey(text);
    if (!parts) throw unauthorized();
    const [row] = await this.database.query(findApiKey, [parts.id]);
    if (!row || !apiKeyMatches(parts, row.secret_hash, this.secrets.apiKeyPeppers)) throw unauthorized();
    const now = this.clock.now();
    const usable = row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
    if (!usable || row.member_status !== 'active') throw unauthorized();
    this.usage.note(row.organization_id, parts.id, now);
    return {
      organizationId: row.organization_id,
      accountId: row.account_id,
      memberId: row.member_id,
      apiKeyId: parts.id,
      role: row.role,
      businessRoles: row.business_roles,
      keyScopes: row.scopes,
    };
  }
}
