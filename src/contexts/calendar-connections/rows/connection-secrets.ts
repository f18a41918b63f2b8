import { Injectable } from '@nestjs/common';
import { SecretBox, UnreadableSecretError } from '#kernel/secrets';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { OAuthTokens } from '../provider/oauth.js';

type SecretField = 'secrets' | 'verifier' | 'grant';

interface ConnectionRow {
  organizationId: string;
  id: string;
}

/** A grant as it goes through the browser: the code of the provider, for one connection. */
interface Grant {
  connectionId: string;
  code: string;
}

/** Encrypts the secrets of calendar connections. None of them can be moved to another row. */
@Injectable()
export class ConnectionSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(row: ConnectionRow, field: SecretField, text: string): Buffer {
    return this.box.seal(text, context(row, field));
  }

  /** Throws `CalendarFailure`. */
  open(row: ConnectionRow, field: SecretField, sealed: Buffer): string {
    try {
      return this.box.open(sealed, context(row, field));
    } catch (error) {
      if (error instanceof UnreadableSecretError) throw new CalendarFailure('secret_unreadable');
      throw error;
    }
  }

  sealPassword(row: ConnectionRow, password: string): Buffer {
    return this.seal(row, 'secrets', JSON.stringify({ password }));
  }

  passwordOf(row: ConnectionRow, sealed: Buffer): string {
    return (JSON.parse(this.open(row, 'secrets', sealed)) as { password: string }).password;
  }

  sealTokens(row: ConnectionRow, tokens: OAuthTokens): Buffer {
    return this.seal(row, 'secrets', JSON.stringify(tokens));
  }

  tokensOf(row: ConnectionRow, sealed: Buffer): OAuthTokens {
    return JSON.parse(this.open(row, 'secrets', sealed)) as OAuthTokens;
  }

  /** The secrets under the current key; null where they are, or cannot be read. */
  resealed(row: ConnectionRow, sealed: Buffer): Buffer | null {
    if (this.box.isCurrent(sealed)) return null;
    try {
      return this.box.reseal(sealed, context(row, 'secrets'));
    } catch (error) {
      // Whoever uses it notes that its key is missing.
      if (error instanceof UnreadableSecretError) return null;
      throw error;
    }
  }

  /** The text that the browser brings to the page of the member. */
  grantText(organizationId: string, grant: Grant): string {
    return this.box.seal(JSON.stringify(grant), grantContext(organizationId)).toString('base64url');
  }

  /** Undefined for what the service has not sealed for this organization. */
  readGrant(organizationId: string, text: string): Grant | undefined {
    const sealed = Buffer.from(text, 'base64url');
    if (sealed.length < 64 || sealed.toString('base64url') !== text) return undefined;
    try {
      return JSON.parse(this.box.open(sealed, grantContext(organizationId))) as Grant;
    } catch (error) {
      if (error instanceof UnreadableSecretError) return undefined;
      throw error;
    }
  }
}

function context({ organizationId, id }: ConnectionRow, field: SecretField): string[] {
  return [organizationId, 'calendar_connection', id, field];
}

function grantContext(organizationId: string): string[] {
  return [organizationId, 'calendar grant'];
}
