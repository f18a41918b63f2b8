import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { unauthorized } from '../errors/service-error.js';
import type { QueueOwner } from '../persistence/connection-queue.js';
import { FailureLog } from '../logging/failure-log.js';
import { Database } from '../work/database.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { SecretKeys } from '../secrets/secret-keys.js';
import { apiKeyMatches, parseApiKey, type ApiKeyParts } from './api-key.js';
import { KeyUsage } from './key-usage.js';
import type { Caller, OrganizationRole } from '../access/caller.js';
import { RememberedCallers } from './remembered-callers.js';
import { findSessionCaller, type FoundCaller } from './session-caller.js';
import { readSessionKey } from './session-key.js';
import { SignInSettings } from './sign-in.settings.js';
import { findSignIn, signInCaller, stateSeenSince } from './sign-in-caller.js';
import { hashSignInKey, parseSignInKey, type SignInKeyParts } from './sign-in-key.js';

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

const findApiKey = kernelTables
  .statement('find_api_key', { id: 'uuid' }, 'select * from find_api_key(:id)')
  .returning<KeyRow>();

/** Keys that are not remembered wait together: whose they are is not known yet. */
const UNKNOWN_KEYS = { service: 'unknown keys' };

@Injectable()
export class Authenticator {
  private readonly remembered = new RememberedCallers();
  private readonly failures = new FailureLog(Authenticator.name);

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly clock: Clock,
    private readonly usage: KeyUsage,
    private readonly settings: SignInSettings,
  ) {}

  /** The caller of an earlier request with the key, whom a transaction must confirm; else use `authenticate`. */
  recall(text: string | undefined): Caller | undefined {
    const caller = text === undefined ? undefined : this.remembered.find(text, this.clock.now());
    if (!caller?.signIn || !caller.accessState) return caller;
    return { ...caller, accessState: stateSeenSince(caller.accessState, this.idleSince()) };
  }

  /** Records the use of a recalled caller's key, after a transaction has confirmed the caller. */
  noteConfirmed(caller: Caller): void {
    this.usage.note(caller, this.clock.now(), this.idleSince());
  }

  /** The queue for a database connection in which a request with the key waits: its organization's, once it is known. */
  queueOf(text: string | undefined): QueueOwner {
    return this.recall(text) ?? UNKNOWN_KEYS;
  }

  /** Reads key, member and assignments from the database. Throws the same 401 whatever is wrong with the key. */
  async authenticate(text: string | undefined): Promise<Caller> {
    if (text === undefined) throw unauthorized();
    const found = await this.find(text);
    if (!found) {
      this.remembered.forget(text);
      throw unauthorized();
    }
    const { caller, accessState, expiresAt } = found;
    this.noteConfirmed(caller);
    this.remembered.keep(text, caller, accessState, expiresAt);
    return caller;
  }

  private async find(text: string): Promise<FoundCaller | null> {
    const now = this.clock.now();
    const session = readSessionKey(text, this.secrets.sessionKeys);
    if (session) return findSessionCaller(this.database, session, now);
    const signInKey = parseSignInKey(text);
    if (signInKey) return this.findSignIn(signInKey, text, now);
    const parts = parseApiKey(text);
    if (!parts) return null;
    const [row] = await this.database.queryAlone(this.queueOf(text), findApiKey, { id: parts.id });
    if (!row || !this.isUsable(row, parts, now)) return null;
    const caller = {
      organizationId: row.organization_id,
      accountId: row.account_id,
      memberId: row.member_id,
      apiKeyId: parts.id,
      role: row.role,
      businessRoles: row.business_roles,
      keyScopes: row.scopes,
    };
    return { caller, accessState: row.access_state, expiresAt: row.expires_at };
  }

  private async findSignIn(key: SignInKeyParts, text: string, now: Date): Promise<FoundCaller | null> {
    const { organizationId } = key;
    const hashes = this.secrets.apiKeyPeppers.map((pepper) => hashSignInKey(key, pepper));
    // Anybody can name an organization: a key that is not known waits among those.
    const [row] = await this.database.queryAlone(this.queueOf(text), findSignIn, { hashes }, organizationId);
    const caller = row && signInCaller(organizationId, row, now, this.idleSince());
    return caller ? { caller, accessState: row.accessState, expiresAt: row.expiresAt } : null;
  }

  /** A sign-in that was not seen since then is idle. */
  private idleSince(): Date {
    return new Date(this.clock.now().getTime() - this.settings.SIGN_IN_IDLE_MINUTES * 60_000);
  }

  private isUsable(row: KeyRow, parts: ApiKeyParts, now: Date): boolean {
    if (!apiKeyMatches(parts, row.secret_hash, this.secrets.apiKeyPeppers)) {
      // Its checksum is right and its id exists: more often the configuration is wrong than the key is forged.
      this.failures.note('an API key matches under none of SECRET_KEYS', undefined, { apiKeyId: parts.id });
      return false;
    }
    const isCurrent = row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
    return isCurrent && row.member_status === 'active';
  }
}
